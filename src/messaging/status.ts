/**
 * State machine of a message's status. Carriers may report late, twice or out of order. A message never
 * returns to an earlier status.
 */

import type { components } from "../../generated/schema";
import { enums } from "../../generated/server/values";

export type MessageStatus = components["schemas"]["MessageStatus"];

export const MESSAGE_STATUSES = enums.MessageStatus;

export const noneOfEach = () =>
  Object.fromEntries(MESSAGE_STATUSES.map((status) => [status, 0])) as Record<MessageStatus, number>;

/**
 * Allowed transitions. A late positive report proves delivery, so it overrules `undelivered` and `expired`. A
 * negative report never overrules a final status.
 */
const FOLLOWERS: Readonly<Record<MessageStatus, readonly MessageStatus[]>> = {
  pending: ["sent", "failed", "expired", "blocked", "canceled"],
  sent: ["delivered", "read", "undelivered", "expired"],
  delivered: ["read"],
  undelivered: ["delivered", "read"],
  expired: ["delivered", "read"],
  read: [],
  blocked: [],
  error: [],
  failed: [],
  canceled: [],
};

interface Submission {
  /** Whether the message was ever submitted to a carrier. An unsubmitted message cannot have arrived. */
  submitted: boolean;
}

const SUBMITTED: Submission = { submitted: true };

/** Returns the status after a report; null if the report is repeated, late or does not fit the status. */
export function nextStatus(
  current: MessageStatus,
  reported: MessageStatus,
  { submitted }: Submission = SUBMITTED,
): MessageStatus | null {
  if (current === "expired" && !submitted) return null;
  return FOLLOWERS[current].includes(reported) ? reported : null;
}

export const OPEN_STATUSES = ["pending", "sent"] as const satisfies readonly MessageStatus[];
export type OpenStatus = (typeof OPEN_STATUSES)[number];

/**
 * Final statuses without delivery, except `canceled`. A message enters at most one of them, and most messages
 * enter none.
 */
export const UNSUCCESSFUL_STATUSES = [
  "blocked",
  "error",
  "failed",
  "undelivered",
  "expired",
] satisfies readonly MessageStatus[];

export const areUnsuccessful = (statuses: readonly MessageStatus[]): boolean =>
  statuses.every((status) => UNSUCCESSFUL_STATUSES.some((one) => one === status));

/**
 * Returns whether a status is final. A final status can still improve (`delivered` to `read`, or a late
 * positive report), but no component waits for the improvement.
 */
export const isFinal = (status: string): boolean => !OPEN_STATUSES.some((open) => open === status);
