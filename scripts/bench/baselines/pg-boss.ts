// A baseline of `dispatch`: pg-boss with jobs that do nothing.
import PgBoss from "pg-boss";
import { perform } from "../processes";
import { inChunks, secondsOf } from "../stats";

const QUEUE = "bench";
/** Jobs per insert, fetch and completion. */
const BATCH = 1_000;
/** Parallel fetches. */
const LANES = 2;

let boss: PgBoss | null = null;
const started = () => {
  if (!boss) throw new Error("call open() first");
  return boss;
};

export const pgBossTasks = {
  async open(url: string): Promise<void> {
    boss = new PgBoss({ connectionString: url, schedule: false, supervise: false, max: 10 });
    boss.on("error", (error) => process.stderr.write(`pg-boss: ${error.message}\n`));
    await boss.start();
    await boss.createQueue(QUEUE);
  },

  add: (jobs: number): Promise<void> =>
    inChunks(
      jobs,
      (index) => ({ name: QUEUE, data: { index } }),
      (some) => started().insert(some),
      BATCH,
    ),

  /** Runs all jobs. Returns the seconds. Avoids the library's loop, which pauses for 0.5 s per fetch. */
  async run(jobs: number): Promise<number> {
    let done = 0;
    const lane = async () => {
      while (done < jobs) {
        const fetched = await started().fetch(QUEUE, { batchSize: BATCH });
        if (fetched.length === 0) return;
        const ids = fetched.map(({ id }) => id);
        await started().complete(QUEUE, ids);
        done += ids.length;
      }
    };
    const seconds = await secondsOf(() => Promise.all(Array.from({ length: LANES }, lane)));
    if (done !== jobs) throw new Error(`pg-boss did ${done} of ${jobs} jobs`);
    return seconds;
  },
};

perform(pgBossTasks);
