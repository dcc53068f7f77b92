import type { App } from "./app";
import type { Duty } from "./background/duty";
import { LONGEST_PAUSE, LONGEST_QUERY_PAUSE } from "./dispatch/backoff";
import { LEASE } from "./dispatch/settlement";
import type { JobKind } from "./queue/job";
import { boundJobs } from "./queue/upkeep.store";
import { boundFollowUps } from "./follow-ups/follow-ups.store";
import { boundImports } from "./imports/imports.store";
import { boundKeys } from "./messages/idempotency.store";
import { SECOND } from "./time";
import { boundDeliveries, boundEndpoints } from "./webhooks/bounds.store";

type Parts = Pick<App, "db" | "clock" | "log">;

/** How long what a clock ahead has written may block at most, beyond its own longest pause, in milliseconds. */
const EVERY = 15 * SECOND;

/** How far ahead jobs can be due. */
const longestOf = (kind: JobKind) => ({
  pause: kind === "status-query" ? LONGEST_QUERY_PAUSE : LONGEST_PAUSE,
  lease: LEASE,
});

/**
 * Bounds stored instants that are compared with the present by the present: a clock that was ahead, of this process,
 * another one or the database's machine, leaves work behind that would not be taken up until the present gets there.
 * What is read one row at a time (token buckets, rate windows, when a key was last used) is bounded where it is read.
 */
export async function boundStoredInstants({ db, clock, log }: Parts): Promise<void> {
  const now = clock.now();
  const bounded = {
    jobs: await boundJobs(db, now, longestOf),
    deliveries: await boundDeliveries(db, now),
    endpoints: await boundEndpoints(db, now),
    followUps: await boundFollowUps(db, now),
    idempotencyKeys: await boundKeys(db, now),
    imports: await boundImports(db, now),
  };
  if (Object.values(bounded).some((rows) => rows > 0)) {
    log.warn(bounded, "a clock was ahead: what it had put off for too long is due again");
  }
}

export const storedInstantsDuty = (parts: Parts): Duty => ({
  name: "bound stored instants",
  everyMs: EVERY,
  async run() {
    await boundStoredInstants(parts);
    return false;
  },
});
