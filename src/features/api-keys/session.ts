import { DAY, HOUR, type Instant, MINUTE } from "../../platform/time";
import type { AuthenticatedKey } from "./api-keys.store";

/** Lifetime of a console session that is not used, in milliseconds. */
export const IDLE_LIFETIME = 12 * HOUR;
/** Lifetime of a console session that is used all the time, in milliseconds. */
export const MAX_LIFETIME = 7 * DAY;
/** Precision of the stored end, in milliseconds, so that not every request writes it. */
const END_PRECISION = 5 * MINUTE;

/** A session of the console, and the API key that it was opened with. */
export interface Session extends AuthenticatedKey {
  hash: string;
  createdAt: Instant;
  /** End of the session unless it is used before. */
  endsAt: Instant;
}

/** Returns the end of a session that is used now. */
export const endOfSession = (createdAt: Instant, now: Instant): Instant =>
  Math.min(now + IDLE_LIFETIME, createdAt + MAX_LIFETIME);

/**
 * Returns the new end to store for a session that is used now. Returns null if it is less than
 * `END_PRECISION` after the stored end.
 */
export function prolongedEnd(
  { createdAt, endsAt }: Pick<Session, "createdAt" | "endsAt">,
  now: Instant,
): Instant | null {
  const end = endOfSession(createdAt, now);
  return end < endsAt + END_PRECISION ? null : end;
}
