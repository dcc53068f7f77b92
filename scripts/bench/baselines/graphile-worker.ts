// A baseline of `dispatch`: graphile-worker with its local queue and jobs that do nothing.
import { Logger, makeWorkerUtils, run, runMigrations } from "graphile-worker";
import { Client } from "pg";
import { perform } from "../processes";

/** Jobs per insert. */
const BATCH = 1_000;

/** Settings of the library's own performance test. */
const TUNED = {
  concurrentJobs: 24,
  maxPoolSize: 25,
  pollInterval: 2_000,
  preparedStatements: true,
  completeJobBatchDelay: 0,
  failJobBatchDelay: 0,
  localQueue: { size: 500, refetchDelay: { durationMs: 10 } },
};

const logger = new Logger(() => () => {});

let connectionString = "";

export const graphileWorkerTasks = {
  async open(url: string): Promise<void> {
    connectionString = url;
    await runMigrations({ connectionString, logger });
  },

  async add(jobs: number): Promise<void> {
    const utils = await makeWorkerUtils({ connectionString, logger });
    for (let start = 0; start < jobs; start += BATCH) {
      const count = Math.min(BATCH, jobs - start);
      await utils.addJobs(
        Array.from({ length: count }, (_, index) => ({
          identifier: "nothing",
          payload: { index: start + index },
        })),
      );
    }
    await utils.release();
  },

  /** Runs until `jobs` jobs are done and deleted, and returns the seconds. */
  async run(jobs: number): Promise<number> {
    let done = 0;
    let allDone: () => void = () => {};
    const finished = new Promise<void>((resolve) => (allDone = resolve));
    const begin = performance.now();
    const runner = await run({
      preset: { worker: { ...TUNED, connectionString, logger } },
      noHandleSignals: true,
      taskList: {
        nothing() {
          if (++done === jobs) allDone();
        },
      },
    });
    await finished;
    // The library writes completions in batches after the jobs. `stop` waits for the last batch.
    await runner.stop();
    const seconds = (performance.now() - begin) / 1_000;
    const client = new Client({ connectionString });
    await client.connect();
    const { rows } = await client.query<{ left: string }>(
      "select count(*) as left from graphile_worker._private_jobs",
    );
    await client.end();
    if (Number(rows[0]?.left) !== 0) throw new Error(`graphile-worker left ${rows[0]?.left} jobs behind`);
    return seconds;
  },

  async close(): Promise<void> {},
};

perform(graphileWorkerTasks);
