/**
 * The life of a message, as a pure state machine. Carriers report late, twice and out of order; whatever they report, a
 * message never moves back, and enters no status twice.
 */

import type { components } from "../../generated/schema";
import { enums } from "../../generated/server/values";

export type MessageStatus = components["schemas"]["MessageStatus"];

export const MESSAGE_STATUSES = enums.MessageStatus;

/** Nothing of any status, to count from. */
export const noneOfEach = () =>
  Object.fromEntries(MESSAGE_STATUSES.map((status) => [status, 0])) as Record<MessageStatus, number>;

/**
 * What may follow what. A handset that answers late was reached after all, so a positive report overrules
 * `undelivered` and `expired`; nothing negative overrules anything that is final.
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
  /** Whether a carrier was ever handed the message. One that was not cannot have reached anybody. */
  submitted: boolean;
}

const SUBMITTED: Submission = { submitted: true };

/**
 * The status that a report leads to, or null where it changes nothing and belongs in the log only: a repetition, a
 * report that comes too late, or one that makes no sense in the present status.
 */
export function nextStatus(
  current: MessageStatus,
  reported: MessageStatus,
  { submitted }: Submission = SUBMITTED,
): MessageStatus | null {
  if (current === "expired" && !submitted) return null;
  return FOLLOWERS[current].includes(reported) ? reported : null;
}

/**
 * Whether a message has an outcome: all but `pending` and `sent`. An outcome can still improve (`delivered` to `read`,
 * or a late positive report), yet nobody needs to wait for that.
 */
export function isFinal(status: MessageStatus): boolean {
  return status !== "pending" && status !== "sent";
}

/**
 * The statuses that a message enters when the reports arrive in this order; the last of them is where it ends. Whether
 * it has been submitted follows from the reports unless the caller knows: a pending message counts as submitted only
 * once `sent` was among them.
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
