import { setTimeout as pause } from "node:timers/promises";
import type { smppTasks } from "../baselines/smpp";
import { rateOf } from "../deployment";
import type { Helper } from "../processes";
import { assertEqual, benchmark, type Measured, type Run, type Scope } from "../run";
import { seedTenant } from "../seed";
import { seedMessages } from "../seed-messages";
import type { smscTasks } from "../services/smsc";
import type { workerTasks } from "../services/worker";

const SIZE = 20_000;
const QUICK_SIZE = 5_000;
const BINDS = 4;
const WINDOWS = [10, 32, 256];

const SMSC = "smsc";
const ACCOUNT = { system_id: "bench", password: "bench" };
const textOf = (index: number) => `Pedido ${index} saiu para entrega e chega hoje. Responda SAIR para sair.`;

/** Measures dispatch over SMPP until all delivery receipts are settled, against the bare library `smpp`. */
export const benchSmpp = benchmark(WINDOWS, (window) => `smpp ${window}`, benchCase);

async function benchCase(run: Run, window: number): Promise<void> {
  const messages = run.options.quick ? QUICK_SIZE : SIZE;
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
    await smsc.call("counts");
    const smpp = { ...binding, name: SMSC };
    const spent = await worker.call("dispatch", { address, messages, smpp });
    await assertTaken(smsc, messages);
    return rateOf(messages, spent);
  };
  const bareTurn = async () => {
    await smsc.call("counts");
    const seconds = await baseline.call("send", { ...binding, texts });
    // Waits until the SMSC has received the last acknowledgement.
    await pause(100);
    await assertTaken(smsc, messages);
    return messages / seconds;
  };
  await run.compare({
    ...{ n: messages, unit: "messages/s", ours: () => run.turn(oneTurn) },
    baselines: [{ aim: { atLeast: 0.5 }, turn: bareTurn }],
  });
}

async function assertTaken(smsc: Helper<typeof smscTasks>, messages: number): Promise<void> {
  const counts = { taken: messages, acknowledged: messages };
  assertEqual("the SMSC's counts", await smsc.call("counts"), counts);
}
