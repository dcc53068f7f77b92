import type { Platform } from "../../platform/platform";
import type { PeriodicJob } from "../../queue/periodic";
import { LONGEST_PAUSE, LONGEST_QUERY_PAUSE } from "../dispatch/retry-backoff";
import { LEASE } from "../dispatch/leased-jobs";
import { boundFollowUps, LONGEST_WAIT } from "../follow-ups/follow-ups.store";
import { LEASE as IMPORT_LEASE } from "../imports/imports.store";
import { boundKeys } from "../messages/idempotency.store";
import type { JobKind } from "../../queue/job";
import { boundJobs, type Longest } from "../../queue/maintenance.store";
import { HOUR, MINUTE, SECOND } from "../../platform/time";
import { boundEndpoints } from "../webhooks/webhooks.store";
import { LEASE_MS as DELIVERY_LEASE } from "../webhooks/delivery-settlement";
import { UNSIGNED_DELAY_MS } from "../webhooks/endpoint-run";
import { LONGEST_RETRY_AFTER_MS } from "../webhooks/delivery-schedule";

type Parts = Pick<Platform, "db" | "clock" | "log">;

/** Maximum time until a job of each kind is due, in milliseconds. */
const LONGEST: Record<JobKind, Longest> = {
  submission: { pause: LONGEST_PAUSE, lease: LEASE },
  "status-query": { pause: LONGEST_QUERY_PAUSE, lease: 30 * SECOND },
  expansion: { pause: MINUTE, lease: 30 * SECOND },
  completion: { pause: HOUR, lease: 30 * SECOND },
  import: { pause: 5 * MINUTE, lease: IMPORT_LEASE },
  "follow-up": { pause: LONGEST_WAIT, lease: MINUTE },
  delivery: { pause: LONGEST_RETRY_AFTER_MS, first: UNSIGNED_DELAY_MS, lease: DELIVERY_LEASE },
  erasure: { pause: 10 * MINUTE, lease: MINUTE },
  periodic: { pause: HOUR, lease: 30 * SECOND },
};

/** Interval of the job, in milliseconds; the maximum time that an implausible instant delays work. */
const EVERY = 15 * SECOND;

/**
 * Moves implausibly late instants to the present. A clock that was ahead (of a process or of the database)
 * has stored them, and work would wait until that time. Instants that are read one row at a time (token
 * buckets, rate windows, last use of a key) are bounded where they are read.
 */
export async function boundStoredInstants({ db, clock, log }: Parts): Promise<void> {
  const now = clock.now();
  const bounded = {
    endpoints: await boundEndpoints(db, now),
    followUps: await boundFollowUps(db, now),
    idempotencyKeys: await boundKeys(db, now),
    jobs: await boundJobs(db, now, (kind) => LONGEST[kind]),
  };
  if (Object.values(bounded).some((rows) => rows > 0)) {
    log.warn(bounded, "moved stored instants of a clock that was ahead to the present");
  }
}

export const storedInstantsJob = (parts: Parts): PeriodicJob => ({
  name: "bound stored instants",
  everyMs: EVERY,
  async run() {
    await boundStoredInstants(parts);
    return false;
  },
});
