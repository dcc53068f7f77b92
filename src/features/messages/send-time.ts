import type { OperationRequest } from "../../../generated/server/binding";
import { instantAtPlace } from "../../messaging/recipient-time-zone";
import { opensFor } from "../../messaging/sending-rules/rule-in-force";
import type { Db } from "../../platform/db/dialect";
import type { Platform } from "../../platform/platform";
import { runQuery } from "../../platform/db/statement-batch";
import { unprocessable } from "../../platform/problem";
import { DAY, type Instant, isTimestamp, parseTimestamp } from "../../platform/time";
import { findAccount, timeZoneOf } from "../accounts/accounts.store";
import { sendingTermsQuery } from "../accounts/sending-rules.store";
import type { MessageState } from "./message";

/** Maximum time from now to a scheduled time, in milliseconds. */
export const MAX_AHEAD = 90 * DAY;

interface TimedSend {
  accountId: string;
  body: Pick<OperationRequest<"sendMessages">["body"], "send_at" | "send_at_local">;
  /** Numbers in E.164. */
  phones: readonly string[];
}

/** Returns the time that a number's message is scheduled for; null for now. */
export type NotBeforeOf = (phone: string) => Instant | null;

/** Returns the instant of `send_at`. Throws 422 unless it is in the future and at most 90 days ahead. */
function readSendAt(value: string, now: Instant): Instant {
  const at = parseTimestamp(value);
  refuseTime("send_at", at, now);
  return at;
}

function refuseTime(field: "send_at" | "send_at_local", at: Instant, now: Instant): void {
  const problem = at <= now ? "must be in the future" : at > now + MAX_AHEAD ? MUST_BE_NEAR : null;
  if (problem === null) return;
  const message = field === "send_at" ? problem : `${problem} at the place of each recipient`;
  throw unprocessable("The message cannot be scheduled for this time", [{ field, message }]);
}

const MUST_BE_NEAR = "must be at most 90 days ahead";

/**
 * Returns the function that schedules a send's messages. Throws 422 if both `send_at` and `send_at_local` are
 * given, or if the local day does not exist. Also throws 422 if the time is not in the future, or is more
 * than 90 days ahead, for any recipient.
 */
export async function notBeforeOfSend(
  db: Db,
  { accountId, body, phones }: TimedSend,
  now: Instant,
): Promise<NotBeforeOf> {
  const { send_at: sendAt, send_at_local: local } = body;
  if (sendAt !== undefined && local !== undefined) {
    const message = "cannot be combined with `send_at`";
    throw unprocessable("A send has at most one time", [{ field: "send_at_local", message }]);
  }
  if (sendAt !== undefined) {
    const at = readSendAt(sendAt, now);
    return () => at;
  }
  if (local === undefined) return () => null;
  if (!isTimestamp(`${local}Z`)) {
    const message = "must be a day that exists";
    throw unprocessable("The message cannot be scheduled for this time", [
      { field: "send_at_local", message },
    ]);
  }
  const account = await findAccount(db, accountId);
  const ofPlace = instantAtPlace(local, timeZoneOf(account));
  const times = new Map(phones.map((phone) => [phone, ofPlace(phone)]));
  for (const at of new Set(times.values())) refuseTime("send_at_local", at, now);
  return (phone) => times.get(phone) ?? null;
}

/** Returns the time that a message is moved to. `isExempt`: whether no sending rule applies. */
export type OpeningOf = (trx: Db, message: MessageState, isExempt: boolean) => Promise<Instant>;

/**
 * Returns a function that finds the new time of a message: `sendAt`, or the next opening if the sending rule
 * is closed at `sendAt`. The function throws 422 if `sendAt` is in the past or more than 90 days ahead, or if
 * the rule blocks the message.
 */
export const openingFrom =
  (sendAt: string, clock: Platform["clock"]): OpeningOf =>
  async (trx, { accountId, purpose, recipient }, isExempt) => {
    const requested = readSendAt(sendAt, clock.now());
    const rule = isExempt ? undefined : (await runQuery(trx, sendingTermsQuery(accountId))).rules[purpose];
    const opensAt = rule ? opensFor(rule, recipient, requested) : requested;
    if (opensAt !== null) return opensAt;
    const message = "must be within a window of the sending rule";
    throw unprocessable("The message cannot be scheduled for this time", [{ field: "send_at", message }]);
  };
