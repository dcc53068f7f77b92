import { DAY, HOUR, type Instant, MINUTE } from "../../platform/time";
import type { AuthenticatedKey } from "./api-keys.store";

/** Lifetime of an unused console session, in milliseconds. */
const IDLE_LIFETIME = 12 * HOUR;
/** Maximum lifetime of a console session in constant use, in milliseconds. */
export const MAX_LIFETIME = 7 * DAY;
/** Minimum extension of a session that is written, in milliseconds. Most requests need no write. */
const END_PRECISION = 5 * MINUTE;

export interface Session extends AuthenticatedKey {
  hash: string;
  createdAt: Instant;
  /** End of the session if it is not used again. */
  endsAt: Instant;
}

export const endOfSession = (createdAt: Instant, now: Instant): Instant =>
  Math.min(now + IDLE_LIFETIME, createdAt + MAX_LIFETIME);

/**
 * Returns the new end of a session that is used now; null if the stored end would move by less than
 * `END_PRECISION`.
 */
export function extendedEnd(
  { createdAt, endsAt }: Pick<Session, "createdAt" | "endsAt">,
  now: Instant,
): Instant | null {
  const end = endOfSession(createdAt, now);
  return end < endsAt + END_PRECISION ? null : end;
}
