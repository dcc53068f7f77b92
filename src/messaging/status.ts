/**
 * The life of a message as a pure state machine. Carriers report late, twice and out of order. A message
 * never moves back, and never enters a status twice.
 */

import type { components } from "../../generated/schema";
import { enums } from "../../generated/server/values";

export type MessageStatus = components["schemas"]["MessageStatus"];

export const MESSAGE_STATUSES = enums.MessageStatus;

/** Returns a count of zero for each status. */
export const noneOfEach = () =>
  Object.fromEntries(MESSAGE_STATUSES.map((status) => [status, 0])) as Record<MessageStatus, number>;

/**
 * Allowed transitions. A handset that responds late was reached, so a positive report overrules `undelivered`
 * and `expired`. A negative report never overrules a final status.
 */
const FOLLOWERS: Readonly<Record<MessageStatus, readonly MessageStatus[]>> = {
  pending: ["sent", "failed", "expired", "blocked"],
  sent: ["delivered", "read", "undelivered", "expired"],
  delivered: ["read"],
  undelivered: ["delivered", "read"],
  expired: ["delivered", "read"],
  read: [],
  blocked: [],
  error: [],
  failed: [],
};

export interface Submission {
  /** Whether the message was ever submitted to a carrier. Otherwise it cannot have reached the recipient. */
  submitted: boolean;
}

const SUBMITTED: Submission = { submitted: true };

/**
 * Returns the status after a report, or null if the report changes nothing: a repetition, a late report, or
 * one that does not fit the current status.
 */
export function nextStatus(
  current: MessageStatus,
  reported: MessageStatus,
  { submitted }: Submission = SUBMITTED,
): MessageStatus | null {
  if (current === "expired" && !submitted) return null;
  return FOLLOWERS[current].includes(reported) ? reported : null;
}

/** Statuses that are not final. */
export const OPEN_STATUSES = ["pending", "sent"] as const satisfies readonly MessageStatus[];
export type OpenStatus = (typeof OPEN_STATUSES)[number];

/**
 * Returns whether a status is final. A final status can still improve (`delivered` to `read`, or a late
 * positive report), but no code needs to wait for that.
 */
export const isFinal = (status: string): boolean => !OPEN_STATUSES.some((open) => open === status);

/**
 * Returns the statuses that a message enters when the reports arrive in this order. By default, a pending
 * message counts as submitted only after a `sent` report.
 */
export function applyReports(
  current: MessageStatus,
  reports: readonly MessageStatus[],
  { submitted }: Submission = { submitted: current !== "pending" },
): MessageStatus[] {
  const entered: MessageStatus[] = [];
  let status = current;
  let handedOver = submitted;
  for (const reported of reports) {
    const next = nextStatus(status, reported, { submitted: handedOver });
    if (next === null) continue;
    entered.push(next);
    status = next;
    handedOver ||= next === "sent";
  }
  return entered;
}
