import { limits } from "../../../generated/server/values";
import type { DeliveryReport, ReportedStatus } from "../../carriers/carrier";
import type { Db } from "../../platform/db/dialect";
import { groupBy } from "../../platform/group-by";
import type { Platform } from "../../platform/platform";
import type { Span } from "../../platform/tracing/tracing";
import { shortened } from "../../platform/text";
import type { JobNotification } from "../../queue/job";
import { notifyAll, type Wakeups } from "../../queue/wakeups";
import { applyChanges } from "../messages/changes";
import type { MessageEffects } from "../messages/message-effects";
import type { MessageError } from "../messages/message";
import { lockSubmitted } from "../messages/messages.store";
import { stillPending } from "../messages/outgoing.store";
import { recordPartStatus, type ReferencedMessage } from "../messages/references.store";
import type { Step, Transition } from "../messages/transitions";
import { countTransitions } from "./dispatch-metrics";
import { type CarrierReport, insertUnmatched } from "./unmatched-reports.store";

export type ReportDeps = Pick<Platform, "db" | "clock" | "ids" | "log" | "metrics"> & {
  wakeups: Wakeups;
} & MessageEffects;

const cut = (text: string, max: number) => shortened(text.replaceAll("\0", ""), max);

/** Converts a carrier's error to the contract's form. Cuts texts to the contract's maximum lengths. */
export const toMessageError = ({
  code,
  message,
  carrierCode,
}: NonNullable<DeliveryReport["error"]>): MessageError => ({
  code,
  message: cut(message, limits.MessageError.message.maxLength),
  carrier_code: carrierCode === null ? null : cut(carrierCode, limits.MessageError.carrier_code.maxLength),
});

export const toStep = ({ status, error, occurredAt }: CarrierReport): Step => ({
  status,
  at: occurredAt,
  error: error === null ? null : toMessageError(error),
  lacksChannel: error?.lacksChannel,
});

export interface Arrival {
  report: CarrierReport;
  message: ReferencedMessage | null;
  /** Span of the request by which the report arrived. */
  span: Span;
}

interface Applied {
  accountId: string;
  transitions: Transition[];
  notifications: JobNotification[];
  /** Reports on pending messages. These reports are stored until the outcome of the message is written. */
  waiting: CarrierReport[];
  /** Number of reports that changed no status. */
  unused: number;
}

/**
 * Applies reports to their messages in the caller's transaction. Stores reports on unknown or pending
 * messages as unmatched. The caller passes `applied` to `notifyApplied` after the commit.
 */
export async function writeReports(
  deps: ReportDeps,
  trx: Db,
  arrivals: readonly Arrival[],
): Promise<{ applied: Applied[]; waiting: CarrierReport[] }> {
  const applied: Applied[] = [];
  const known = arrivals.flatMap(({ report, message }) => (message === null ? [] : { report, message }));
  // All transactions lock accounts in ascending order, which prevents deadlocks.
  for (const [accountId, some] of [...groupBy(known, ({ message }) => message.accountId)].sort()) {
    applied.push(await applyOfAccount(deps, trx, accountId, await onWholeMessages(trx, some)));
  }
  const unknown = arrivals.flatMap(({ report, message }) => (message === null ? report : []));
  const waiting = [...unknown, ...applied.flatMap((one) => one.waiting)];
  const rows = waiting.map((report) => ({ ...report, id: deps.ids.next() }));
  await insertUnmatched(trx, rows, deps.clock.now());
  return { applied, waiting };
}

/** Counts and logs applied reports and wakes the workers. Call after the commit. */
export function notifyApplied({ log, metrics, wakeups }: ReportDeps, applied: readonly Applied[]): void {
  for (const { accountId, transitions, notifications, unused } of applied) {
    countTransitions({ metrics }, transitions);
    notifyAll(wakeups, notifications);
    if (unused <= 0) continue;
    metrics.reportsIgnored.inc(unused);
    log.info({ accountId, unused }, "ignored delivery reports without effect");
  }
}

/** Links the carriers' requests to the traces of the messages that they reported. */
export function linkTraces(arrivals: readonly Arrival[], applied: readonly Applied[]): void {
  const traced = arrivals.filter(({ span }) => span.isSampled);
  if (traced.length === 0) return;
  const transitions = applied.flatMap((one) => one.transitions);
  const parents = new Map(transitions.map(({ message: { id, traceParent } }) => [id, traceParent]));
  for (const [span, own] of groupBy(traced, (arrival) => arrival.span)) {
    span.link(new Set(own.flatMap(({ message }) => parents.get(message?.messageId ?? "") ?? [])));
  }
}

async function applyOfAccount(
  deps: ReportDeps,
  trx: Db,
  accountId: string,
  reports: readonly CarrierReport[],
): Promise<Applied> {
  const { absent, ...first } = await apply(deps, trx, accountId, reports);
  if (absent.size === 0) return { accountId, ...first, waiting: [] };
  const pending = new Set(await stillPending(trx, accountId, [...absent]));
  const waiting = reports.filter(({ reference }) => pending.has(reference));
  // A message neither found nor pending may have been submitted between the two queries: look it up again.
  const missed = reports.filter(({ reference }) => absent.has(reference) && !pending.has(reference));
  const second = await apply(deps, trx, accountId, missed);
  return {
    accountId,
    waiting,
    transitions: [...first.transitions, ...second.transitions],
    notifications: [...first.notifications, ...second.notifications],
    unused: first.unused - waiting.length - second.transitions.length,
  };
}

async function apply(
  deps: ReportDeps,
  trx: Db,
  accountId: string,
  reports: readonly CarrierReport[],
): Promise<Pick<Applied, "transitions" | "notifications" | "unused"> & { absent: Set<string> }> {
  if (reports.length === 0) return { transitions: [], notifications: [], absent: new Set(), unused: 0 };
  const byMessage = groupBy(reports, ({ reference }) => reference);
  const messages = await lockSubmitted(trx, accountId, [...byMessage.keys()]);
  const changes = messages.map((message) => ({
    message,
    steps: (byMessage.get(message.id) ?? []).map(toStep),
  }));
  const { transitions, notifications } = await applyChanges(deps, trx, accountId, changes, deps.clock.now());
  const absent = new Set(byMessage.keys());
  for (const { id } of messages) absent.delete(id);
  return { transitions, notifications, absent, unused: reports.length - transitions.length };
}

/** Converts reports on message parts to reports on messages. Locks in message order to prevent deadlocks. */
async function onWholeMessages(
  trx: Db,
  arrivals: readonly { report: CarrierReport; message: ReferencedMessage }[],
): Promise<CarrierReport[]> {
  const whole: CarrierReport[] = [];
  const byMessage = [...groupBy(arrivals, ({ message }) => message.messageId)].sort();
  for (const { report, message } of byMessage.flatMap(([, some]) => some)) {
    const { accountId, messageId: reference, parts } = message;
    const status =
      parts === 1
        ? report.status
        : statusOfParts(await recordPartStatus(trx, report.carrier, message, report.status));
    if (status !== null) whole.push({ ...report, accountId, reference, status });
  }
  return whole;
}

/**
 * Returns a message's status from the statuses of its parts; null while reports are missing. The first failed
 * part fails the message. The message is delivered once all parts are delivered, and read once all are read.
 */
function statusOfParts(parts: readonly (ReportedStatus | null)[]): ReportedStatus | null {
  const failed = parts.find((status) => status === "undelivered" || status === "expired");
  if (failed) return failed;
  if (parts.includes(null)) return null;
  return parts.every((status) => status === "read") ? "read" : "delivered";
}
