import { assertEqual, type Bench, chosen, inTurn, progress } from "../bench";
import { type DatabaseKind, type Databases, openAddress } from "../databases";
import { seedMessages } from "../dispatch/seed-messages";
import type { RunResult } from "../dispatch/worker";
import { Helper } from "../processes";
import { analyze, seedTenant } from "../seed";
import { median } from "../stats";
import type { floorTasks } from "./floor";
import { SMSC, textOf } from "./names";
import type { smscTasks } from "./smsc";
import type { workerTasks } from "./worker";

const SIZE = 20_000;
const QUICK_SIZE = 5_000;
const BINDS = 4;
const WINDOWS = [10, 32, 256];

interface Helpers {
  smsc: Helper<typeof smscTasks>;
  worker: Helper<typeof workerTasks>;
  floor: Helper<typeof floorTasks>;
}

/** Pending → submitted, acknowledged, receipts settled over SMPP, against the bare library with the same window. */
export const benchSmpp: Bench = async (databases, options, report) => {
  const size = options.quick ? QUICK_SIZE : SIZE;
  const helpers: Helpers = {
    smsc: Helper.start<typeof smscTasks>("smpp/smsc.ts"),
    worker: Helper.start<typeof workerTasks>("smpp/worker.ts", { profileDir: options.profileDir }),
    floor: Helper.start<typeof floorTasks>("smpp/floor.ts"),
  };
  try {
    const port = await helpers.smsc.ask("listen");
    for (const kind of options.databases) {
      for (const window of chosen(WINDOWS, options, (one) => `smpp ${one}`)) {
        const run = { port, window, binds: BINDS, messages: size };
        const results: RunResult[] = [];
        const [comparison] = await inTurn(
          options.pairs,
          async (turn) => {
            progress(`smpp ${window}, ${kind}: turn ${turn + 1} of ${options.pairs}`);
            const result = await oneTurn(databases, kind, helpers, run);
            results.push(result);
            return size / result.seconds;
          },
          [async () => size / (await bare(helpers, run))],
        );
        if (!comparison) throw new Error("nothing was compared");
        report({
          ...comparison,
          ...{ bench: `smpp ${window}`, db: kind, n: size, unit: "messages/s" },
          ...{ aim: { atLeast: 0.5 }, p50: null, p99: null, exponent: null },
          cpuMsPerRow: median(results.map(({ cpuSeconds }) => (cpuSeconds * 1_000) / size)),
          rssMb: Math.max(...results.map(({ rssBytes }) => rssBytes)) / 1e6,
        });
      }
    }
  } finally {
    await Promise.all(Object.values(helpers).map((helper: { stop(): Promise<void> }) => helper.stop()));
  }
};

interface Run {
  port: number;
  window: number;
  binds: number;
  messages: number;
}

async function oneTurn(
  databases: Databases,
  kind: DatabaseKind,
  { smsc, worker }: Helpers,
  run: Run,
): Promise<RunResult> {
  const address = await databases.create(kind);
  const db = openAddress(address, 2);
  const tenant = await seedTenant(db, { carrier: SMSC });
  await seedMessages(db, tenant, run.messages, { textOf, segments: 1 });
  await analyze(db);
  await db.destroy();
  await databases.settle();
  await smsc.ask("counts");
  const result = await worker.ask("send", { ...run, address });
  await assertCounts(smsc, run);
  await databases.drop(address);
  return result;
}

async function bare({ smsc, floor }: Helpers, run: Run): Promise<number> {
  await smsc.ask("counts");
  const seconds = await floor.ask("send", run);
  // The last acknowledgement is still on its way.
  await new Promise((resolve) => setTimeout(resolve, 100));
  await assertCounts(smsc, run);
  return seconds;
}

async function assertCounts(smsc: Helpers["smsc"], { messages }: Run): Promise<void> {
  const counts = { taken: messages, acknowledged: messages };
  assertEqual("what the SMSC was given", await smsc.ask("counts"), counts);
}
