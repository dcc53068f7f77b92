import { setTimeout as pause } from "node:timers/promises";
import type { smppTasks } from "../baselines/smpp";
import { rateOf } from "../deployment";
import { serviceEnv } from "../databases";
import { type Helper, runCommand } from "../processes";
import { assertEqual, benchmark, type Measured, type Run, type Scope } from "../run";
import { seedTenant } from "../seed";
import { seedMessages } from "../seed-messages";
import type { smscTasks } from "../services/smsc";
import type { workerTasks } from "../services/worker";

const SIZE = { quick: 5_000, usual: 20_000 };
const BINDS = 4;
const WINDOWS = [10, 32, 256];

const SMSC = "smsc";
const ACCOUNT = { system_id: "bench", password: "bench" };
const textOf = (index: number) => `Pedido ${index} saiu para entrega e chega hoje. Responda SAIR para sair.`;

/** Measures dispatch over SMPP until all delivery receipts are settled, against the bare library `smpp`. */
export const bench = benchmark(WINDOWS, (window) => `smpp ${window}`, benchCase);

async function benchCase(run: Run, window: number): Promise<void> {
  const messages = run.pick(SIZE);
  const smsc = run.helper<typeof smscTasks>("services/smsc.ts");
  const worker = run.helper<typeof workerTasks>("services/worker.ts", { profiled: true });
  const baseline = run.helper<typeof smppTasks>("baselines/smpp.ts");
  const binding = { port: await smsc.call("listen"), account: ACCOUNT, window, binds: BINDS };
  const texts = Array.from({ length: messages }, (_, index) => textOf(index));

  const oneTurn = async (scope: Scope): Promise<Measured> => {
    const { address } = await scope.seeded(async (db) => {
      await seedMessages(db, await seedTenant(db, { carrier: SMSC }), messages, { textOf, segments: 1 });
      return {};
    });
    await runCommand(serviceEnv(address), "carriers", "add", SMSC, ...connectionTo(binding));
    await smsc.call("counts");
    const spent = await worker.call("dispatch", { address, messages });
    await assertTaken(smsc, messages);
    return rateOf(messages, spent);
  };
  const bareTurn = async () => {
    await smsc.call("counts");
    const seconds = await baseline.call("send", { ...binding, texts });
    // The last acknowledgements may still be on their way to the SMSC, which `assertTaken` asks for counts.
    await pause(100);
    await assertTaken(smsc, messages);
    return messages / seconds;
  };
  await run.compare({
    n: messages,
    unit: "messages/s",
    ours: () => run.turn(oneTurn),
    baselines: [{ aim: { atLeast: 0.5 }, turn: bareTurn }],
  });
}

const connectionTo = ({ port, window }: { port: number; window: number }) => [
  ...["--kind", "smpp", "--set", "host=127.0.0.1", "--set", `port=${port}`, "--set", `window=${window}`],
  ...["--set", `binds=${BINDS}`, "--set", `system_id=${ACCOUNT.system_id}`],
  ...["--secret", `password=${ACCOUNT.password}`],
];

async function assertTaken(smsc: Helper<typeof smscTasks>, messages: number): Promise<void> {
  const counts = { taken: messages, acknowledged: messages };
  assertEqual("the SMSC's counts", await smsc.call("counts"), counts);
}
