import type { Db } from "../../platform/db/dialect";
import type { Platform } from "../../platform/platform";
import type { PeriodicJob } from "../../queue/periodic";
import { MAX_RETRY_PAUSE_MS, MAX_QUERY_PAUSE_MS } from "../dispatch/retry-backoff";
import { boundFollowUps, MAX_FOLLOW_UP_DELAY_MS } from "../follow-ups/follow-ups.store";
import { MAX_IMPORT_PAUSE_MS } from "../imports/import";
import { MAX_PRIVACY_PAUSE_MS } from "../privacy/privacy-job";
import { MAX_EXPANSION_PAUSE_MS } from "../campaigns/expansion";
import { MAX_COMPLETION_PAUSE_MS } from "../campaigns/completion";
import { boundKeys } from "../messages/idempotency.store";
import { JOB_KINDS, type JobKind } from "../../queue/job";
import { LEASE_MS } from "../../queue/lease-lengths";
import { boundJobs, type Longest } from "../../queue/maintenance.store";
import { HOUR, type Instant, MINUTE, SECOND } from "../../platform/time";
import { boundEndpoints } from "../webhooks/webhooks.store";
import { UNSIGNED_DELAY_MS } from "../webhooks/endpoint-run";
import { LONGEST_RETRY_AFTER_MS } from "../webhooks/retry-schedule";

type Deps = Pick<Platform, "db" | "clock" | "log">;

/** Longest pause of a waiting job by kind, in milliseconds. A time that a request chose may be later. */
const LONGEST_PAUSES: Record<JobKind, Omit<Longest, "lease">> = {
  submission: { pause: MAX_RETRY_PAUSE_MS },
  "status-query": { pause: MAX_QUERY_PAUSE_MS },
  expansion: { pause: MAX_EXPANSION_PAUSE_MS },
  completion: { pause: MAX_COMPLETION_PAUSE_MS },
  import: { pause: MAX_IMPORT_PAUSE_MS },
  "follow-up": { pause: MAX_FOLLOW_UP_DELAY_MS },
  delivery: { pause: LONGEST_RETRY_AFTER_MS, first: UNSIGNED_DELAY_MS },
  erasure: { pause: 10 * MINUTE },
  privacy: { pause: MAX_PRIVACY_PAUSE_MS },
  periodic: { pause: HOUR },
};

/** Interval of the job, in milliseconds. An implausible instant delays work at most this long. */
const EVERY = 15 * SECOND;

/**
 * Moves implausibly late instants to the present. A process or database whose clock was ahead has stored
 * these instants, and the work would wait until then. Token buckets, rate windows and the last use of an API
 * key are corrected when they are read.
 */
export async function boundStoredInstants({ db, clock, log }: Deps): Promise<void> {
  // Reads the clock after the wait for a connection. With an earlier time, instants that other processes
  // store during the wait would seem too late, and leases would be shortened.
  const boundNow = (bound: (trx: Db, now: Instant) => Promise<number>) =>
    db.transaction((trx) => bound(trx, clock.now()));
  const bounded = {
    endpoints: await boundNow(boundEndpoints),
    followUps: await boundNow(boundFollowUps),
    idempotencyKeys: await boundNow(boundKeys),
    jobs: 0,
  };
  for (const kind of JOB_KINDS) {
    const longest = { ...LONGEST_PAUSES[kind], lease: LEASE_MS[kind] };
    bounded.jobs += await boundNow((trx, now) => boundJobs(trx, kind, longest, now));
  }
  if (Object.values(bounded).some((rows) => rows > 0)) {
    log.warn(bounded, "moved stored times in the future to the present: a clock was ahead");
  }
}

export const storedInstantsJob = (deps: Deps): PeriodicJob => ({
  name: "bound stored instants",
  everyMs: EVERY,
  async run() {
    await boundStoredInstants(deps);
    return false;
  },
});
