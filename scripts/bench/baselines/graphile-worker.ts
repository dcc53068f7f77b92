// A baseline of `dispatch`: graphile-worker with its local queue and jobs that do nothing.
import { Logger, makeWorkerUtils, run, runMigrations } from "graphile-worker";
import { Client } from "pg";
import { perform } from "../processes";
import { inChunks, secondsOf } from "../stats";

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
    const jobOf = (index: number) => ({ identifier: "nothing", payload: { index } });
    await inChunks(jobs, jobOf, (some) => utils.addJobs(some), BATCH);
    await utils.release();
  },

  /** Runs until `jobs` jobs are done and deleted. Returns the duration in seconds. */
  async run(jobs: number): Promise<number> {
    let done = 0;
    let allDone: () => void = () => {};
    const finished = new Promise<void>((resolve) => (allDone = resolve));
    const nothing = () => {
      if (++done === jobs) allDone();
    };
    const preset = { worker: { ...TUNED, connectionString, logger } };
    const seconds = await secondsOf(async () => {
      const runner = await run({ preset, noHandleSignals: true, taskList: { nothing } });
      await finished;
      // The library writes completions in batches after the jobs. `stop` waits for the last batch.
      await runner.stop();
    });
    const client = new Client({ connectionString });
    await client.connect();
    const { rows } = await client.query<{ left: string }>(
      "select count(*) as left from graphile_worker._private_jobs",
    );
    await client.end();
    if (Number(rows[0]?.left) !== 0) throw new Error(`graphile-worker left ${rows[0]?.left} jobs behind`);
    return seconds;
  },
};

perform(graphileWorkerTasks);
