import type { Db } from "../../platform/db/dialect";
import { instantOf, lastIdAt } from "../../platform/ids";
import { type Instant, SECOND, wholeSecond } from "../../platform/time";
import { replayDeliveries } from "./deliveries.store";
import type { EndpointKey } from "./endpoint";

/** Maximum deliveries that one step reads and queues again. */
const READ_AT_ONCE = 500;

export interface Replay {
  /** Inclusive bounds of the creation times of the deliveries. */
  since: Instant;
  until: Instant;
  /**
   * Includes `delivered` deliveries whose last attempt began at or before this instant. Null to replay only
   * `abandoned` deliveries.
   */
  deliveredBy: Instant | null;
}

/** Selection of a request or a command. Bounds are inclusive to the second; `until` is now by default. */
interface ReplayWindow {
  since: Instant;
  until: Instant | undefined;
  includeDelivered: boolean;
}

/** Returns the replay of a time window, which covers its first and its last second as a whole. */
export function replayOf({ since, until, includeDelivered }: ReplayWindow, now: Instant): Replay {
  const end = until === undefined ? null : wholeSecond(until);
  const last = end === null ? now : end + SECOND - 1;
  // While the last second of the window is running, replayed attempts may begin in that second. Leave out
  // events delivered in that second, so that a repeated request does not replay them again.
  const deliveredBy = end !== null && last >= now ? end : last;
  return { since: wholeSecond(since), until: last, deliveredBy: includeDelivered ? deliveredBy : null };
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
