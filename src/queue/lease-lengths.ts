import { MINUTE, SECOND } from "../platform/time";
import type { JobKind } from "./job";

/**
 * Length of a job's lease by kind, in milliseconds. A running handler renews its leases. After a crash,
 * another process picks up the work when the lease expires.
 */
export const LEASE_MS: Readonly<Record<JobKind, number>> = {
  // Longer than the default deadlines of all carriers, at most 36 s, so a submission ends within its lease.
  submission: 50 * SECOND,
  "status-query": 30 * SECOND,
  expansion: 30 * SECOND,
  completion: 30 * SECOND,
  import: 15 * SECOND,
  "follow-up": MINUTE,
  delivery: MINUTE,
  erasure: MINUTE,
  privacy: MINUTE,
  periodic: 30 * SECOND,
};
