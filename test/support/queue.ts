import { randomUUID } from "node:crypto";
import pino from "pino";
import type { Job, JobKey } from "../../src/queue/job";
import { enqueueJobs } from "../../src/queue/jobs.store";
import type { QueueDeps } from "../../src/queue/run";
import { testClock } from "./clock";
import { type TestDatabase, testDatabase } from "./databases";

/** Returns a job queue on a new database, which is emptied before each test of the enclosing `describe`. */
export function testQueue(kind: TestDatabase) {
  const database = testDatabase(kind);
  const clock = testClock();
  const log = pino({ level: "silent" });
  beforeEach(() => database.db("jobs").del());
  const queue = {
    clock,
    get db() {
      return database.db;
    },
    get deps(): QueueDeps {
      return { db: database.db, clock, log };
    },
    key: (accountId: string = randomUUID()): JobKey => ({ accountId, key: randomUUID() }),
    /** Returns a submission job, by default due now. */
    job: (of: JobKey, other: Partial<Job> = {}): Job => ({
      ...of,
      kind: "submission",
      id: randomUUID(),
      priority: 0,
      dueAt: clock.now(),
      attempt: 0,
      weight: 1,
      tag: null,
      createdAt: clock.now(),
      payload: null,
      ...other,
    }),
    async given<J extends Job>(...jobs: J[]): Promise<J[]> {
      await enqueueJobs(database.db, jobs);
      return jobs;
    },
    stored: async () =>
      (await database.db("jobs").orderBy("id")) as {
        id: string;
        due_at: number;
        lease: string | null;
        leases: number;
        attempt: number;
      }[],
  };
  return queue;
}

export const idsOf = (jobs: readonly { id: string }[]) => jobs.map(({ id }) => id);
