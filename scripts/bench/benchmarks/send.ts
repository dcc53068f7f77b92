import { type BodyPlan, type RequestCase, suppressedIn } from "../bodies";
import { Loader } from "../load";
import { assertCreated } from "../outcomes";
import type { Aim } from "../report";
import { benchmark, type Run } from "../run";
import { tenantWith } from "../seed";
import type { Row } from "../sql";
import type { sendTasks } from "../baselines/send";

const CONNECTIONS = 8;
const CONTACTS = 100_000;
/** Rows per statement of the baseline that the aim refers to. */
const BULK = 1_000;

type Case = RequestCase & { aim: Aim };

const CASES: readonly Case[] = [
  { recipients: 1_000, requests: { quick: 20, usual: 100 }, bodies: 50, aim: { atLeast: 0.4 } },
  { recipients: 100, requests: { quick: 150, usual: 800 }, bodies: 200, aim: { atLeast: 0.25 } },
  { recipients: 1, requests: { quick: 600, usual: 4_000 }, bodies: 2_000, aim: { atLeast: 0.08 } },
];

/** Measures POST /v3/messages against bare inserts of the same message rows. */
export const bench = benchmark(CASES, ({ recipients }) => `send ${recipients}`, benchCase);

async function benchCase(run: Run, { recipients, bodies, requests: sizes, aim }: Case): Promise<void> {
  const requests = run.pick(sizes);
  const n = requests * recipients;
  const plan: BodyPlan = { recipients, count: bodies, contacts: CONTACTS };
  const seed = tenantWith({ contacts: CONTACTS });
  const { address, deployed, origin, key } = await run.service(seed, { workers: 0 });
  const load = { origin, key, connections: CONNECTIONS, plan };
  const loader = await Loader.start(run, load, () => deployed.serving.usage());
  await loader.load(Math.ceil(requests / 10));

  const baseline = run.helper<typeof sendTasks>("baselines/send.ts");
  const rows = await run.using(
    address,
    async (db) => (await db("messages").orderBy("id").limit(BULK)) as Row[],
  );
  await baseline.call("open", { address: await run.database(), rows });
  await baseline.call("insert", { rows: Math.ceil(n / 10), rowsPerStatement: BULK });
  const inserts = (rowsPerStatement: number) => {
    // Single-row commits are slow, so fewer rows are enough.
    const some = Math.min(n * 2, rowsPerStatement === 1 ? requests : 100_000);
    const count = Math.max(rowsPerStatement, some - (some % rowsPerStatement));
    return async () => count / (await baseline.call("insert", { rows: count, rowsPerStatement }));
  };
  const asMany = { name: `floor of ${recipients} a commit`, aim: null, turn: inserts(recipients) };
  await run.compare({
    n,
    unit: "messages/s",
    before: () => run.databases.settle(),
    ours: () => loader.load(requests),
    baselines: [{ aim, turn: inserts(BULK) }, ...(recipients === BULK ? [] : [asMany])],
  });
  await run.using(address, (db) =>
    assertCreated(db, loader.sent * recipients, suppressedIn(plan, loader.sent)),
  );
}
