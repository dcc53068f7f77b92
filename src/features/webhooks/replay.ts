import type { Db } from "../../platform/db/dialect";
import { instantOf, lastIdAt } from "../../platform/ids";
import type { Instant } from "../../platform/time";
import { replayDeliveries } from "./deliveries.store";
import type { EndpointKey } from "./endpoint";

/** Maximum deliveries that one step reads and queues again. */
const READ_AT_ONCE = 500;

/** Selection of an endpoint's deliveries to send again. */
export interface Replay {
  /** Inclusive bounds of the deliveries' creation. */
  since: Instant;
  until: Instant;
  /**
   * Bound that includes delivered events whose latest attempt began by then; null for abandoned ones only.
   */
  deliveredBy: Instant | null;
}

/** Maximum deliveries of one part of a replay; at least those of one step. */
interface ReplayLimits {
  queued: number;
  read: number;
}

interface ReplayPart {
  queued: number;
  /** Creation of the last delivery that was read, where the next part begins; null at the end. */
  nextSince: Instant | null;
}

/**
 * Queues deliveries again, oldest first, in one transaction per step. Pending deliveries stay as they are, so
 * a repetition queues no delivery twice.
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
    // Another step may queue as many as it reads.
    if (queued + READ_AT_ONCE > maxQueued || read + READ_AT_ONCE > maxRead)
      return { queued, nextSince: instantOf(last) };
    after = last;
  }
}
