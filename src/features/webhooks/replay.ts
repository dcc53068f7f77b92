import type { Db } from "../../platform/db/dialect";
import { instantOf, lastIdAt } from "../../platform/ids";
import type { Instant } from "../../platform/time";
import { replayDeliveries } from "./deliveries.store";
import type { EndpointKey } from "./endpoint";

/** Maximum deliveries that one step reads and queues again. */
const READ_AT_ONCE = 500;

/** Selection of an endpoint's deliveries to send again. */
export interface Replay {
  /** Inclusive bounds of the creation times of the deliveries. */
  since: Instant;
  until: Instant;
  /**
   * Latest start of the last attempt of a `delivered` delivery that is replayed. Null to replay only
   * `abandoned` deliveries.
   */
  deliveredBy: Instant | null;
}

/** Maximum deliveries that one part of a replay queues and reads; each at least `READ_AT_ONCE`. */
interface ReplayLimits {
  queued: number;
  read: number;
}

interface ReplayPart {
  queued: number;
  /** Creation time of the last delivery that was read, at which the next part begins; null at the end. */
  nextSince: Instant | null;
}

/**
 * Queues deliveries again, oldest first, in one transaction per step. Pending deliveries stay unchanged, so a
 * repetition queues no delivery twice.
 */
export async function replayPart(
  { db, now }: { db: Db; now: Instant },
  endpoint: EndpointKey,
  { since, until, deliveredBy }: Replay,
  { queued: maxQueued, read: maxRead }: ReplayLimits,
): Promise<ReplayPart> {
  const step = { upTo: lastIdAt(until), deliveredBy, limit: READ_AT_ONCE };
  let queued = 0;
  let after = lastIdAt(since - 1);
  for (let read = READ_AT_ONCE; ; read += READ_AT_ONCE) {
    const { replayed, last } = await replayDeliveries(db, endpoint, { ...step, after }, now);
    queued += replayed;
    if (last === null) return { queued, nextSince: null };
    // The next step may queue as many deliveries as it reads.
    if (queued + READ_AT_ONCE > maxQueued || read + READ_AT_ONCE > maxRead)
      return { queued, nextSince: instantOf(last) };
    after = last;
  }
}
