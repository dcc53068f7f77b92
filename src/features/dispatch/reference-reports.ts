import type {
  DeliveryReport,
  DeliveryReportSink,
  ReferenceReport,
  ReportedStatus,
} from "../../carriers/carrier";
import type { Db } from "../../platform/db/dialect";
import { isDatabaseAway } from "../../platform/db/errors";
import { groupBy } from "../../platform/group-by";
import {
  type CarrierReference,
  insertUnmatched,
  matchedMeanwhile,
  messagesOfReferences,
  notePart,
  type ReferencedMessage,
  takeUnmatched,
} from "../messages/references.store";
import type { DeliveryReports, ReportParts } from "./delivery-reports";
import { type UnmatchedBound, unmatchedBound } from "./unmatched-report-limit";

/** References that are looked at in one go. */
const MOST_AT_ONCE = 1_000;

export interface ReferenceReports {
  /** Where one carrier puts its reports: resolves once they are stored, or known to change nothing. */
  from(carrier: string): DeliveryReportSink;
  /** Goes by reports that came before these references were written, which they are now. */
  storeFound(references: readonly CarrierReference[]): Promise<void>;
  /** The same for references whose process died in between; true when there may be more. */
  storeLeft(): Promise<boolean>;
}

/**
 * What carriers report under references of their own. Whoever takes a report in that no message is found for keeps it
 * and looks again, and whoever writes references looks at the reports afterwards: each writes, commits, and then looks,
 * so that at least one of the two sees the other.
 */
export function referenceReports(
  app: ReportParts,
  reports: DeliveryReports,
  /** Takes in reports on messages. */
  store: (reports: readonly DeliveryReport[]) => Promise<void>,
  bound: UnmatchedBound = unmatchedBound(app),
): ReferenceReports {
  const { db, clock, ids, log, metrics } = app;

  async function take(carrier: string, spelled: readonly ReferenceReport[]): Promise<void> {
    const known = await messagesOfReferences(db, carrier, referencesOf([...spelled, ...otherwise(spelled)]));
    const some = spelled.map((report) =>
      isIn(known)(report) ? report : (otherwise([report]).find(isIn(known)) ?? report),
    );
    const [matched, rest] = [some.filter(isIn(known)), some.filter((one) => !isIn(known)(one))];
    if (matched.length > 0) {
      const inParts = matched.some(({ reference }) => known.get(reference)?.parts !== 1);
      const due = (trx: Db) => onMessages(trx, carrier, matched, known);
      await store(inParts ? await db.transaction(due) : await due(db));
    }
    if (rest.length === 0) return;
    metrics.reportsUnmatched.inc({ carrier }, rest.length);
    // Under its own spelling alone: under the other it might come to a message that is called so later.
    const kept = rest.map((report) => ({ ...report, id: ids.next() }));
    await insertUnmatched(db, carrier, kept, clock.now());
    await bound.kept(carrier, kept.length);
    await storeWaiting(carrier, [...(await messagesOfReferences(db, carrier, referencesOf(rest))).keys()]);
  }

  /** Answers whether all are stored. */
  async function storeAll(references: readonly CarrierReference[]): Promise<boolean> {
    let stored = true;
    for (const [carrier, some] of groupBy(references, (one) => one.carrier)) {
      stored = (await storeWaiting(carrier, referencesOf(some))) && stored;
    }
    return stored;
  }

  /**
   * Goes by the reports that wait under these references: where that fails, for each account by itself. Answers whether
   * all are stored.
   */
  async function storeWaiting(carrier: string, waiting: readonly string[]): Promise<boolean> {
    if (waiting.length === 0) return true;
    let stored = true;
    try {
      await storeTogether(carrier, waiting);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      const known = await messagesOfReferences(db, carrier, waiting);
      for (const [accountId, some] of groupBy([...known.values()], (one) => one.accountId)) {
        await storeTogether(carrier, referencesOf(some)).catch((err: unknown) => {
          stored = false;
          log.error({ err, carrier, accountId }, "delivery reports that came early could not be stored");
        });
      }
    }
    return stored;
  }

  async function storeTogether(carrier: string, waiting: readonly string[]): Promise<void> {
    const { late, committed } = await db.transaction(async (trx) => {
      const known = await messagesOfReferences(trx, carrier, waiting);
      const taken = await takeUnmatched(trx, carrier, [...known.keys()]);
      const due = await onMessages(trx, carrier, taken, known);
      return { late: taken.length, committed: await reports.storeWithin(trx, due) };
    });
    if (late > 0) metrics.reportsMatchedLate.inc({ carrier }, late);
    await committed();
  }

  return {
    from: (carrier) => async (some) => {
      const own = some.filter((report): report is DeliveryReport => "messageId" in report);
      const others = some.filter((report): report is ReferenceReport => "reference" in report);
      for (const [status, alike] of groupBy(some, (report) => report.status)) {
        metrics.reports.inc({ carrier, status }, alike.length);
      }
      if (own.length > 0) await store(own);
      for (let start = 0; start < others.length; start += MOST_AT_ONCE) {
        await take(carrier, others.slice(start, start + MOST_AT_ONCE));
      }
    },
    async storeFound(references) {
      await storeAll(references);
    },
    async storeLeft() {
      const left = await matchedMeanwhile(db, MOST_AT_ONCE);
      // What cannot be stored now would be read again at once.
      return (await storeAll(left)) && left.length === MOST_AT_ONCE;
    },
  };
}

const referencesOf = (some: readonly { reference: string }[]): string[] => [
  ...new Set(some.map(({ reference }) => reference)),
];

const isIn = (known: ReadonlyMap<string, unknown>) => (report: ReferenceReport) =>
  known.has(report.reference);

/** Reports under their other spellings. */
const otherwise = (some: readonly ReferenceReport[]): ReferenceReport[] =>
  some.flatMap(({ otherwise: reference, ...report }) =>
    reference === undefined ? [] : [{ ...report, reference }],
  );

/** What the reports say of whole messages. */
async function onMessages(
  trx: Db,
  carrier: string,
  some: readonly ReferenceReport[],
  known: ReadonlyMap<string, ReferencedMessage>,
): Promise<DeliveryReport[]> {
  const due: DeliveryReport[] = [];
  const found = some.flatMap((report) => {
    const message = known.get(report.reference);
    return message ? [{ report, message }] : [];
  });
  // In one order, so that two of these wait for each other instead of locking up; those of one message as they came.
  const ordered = [...groupBy(found, ({ message }) => `${message.accountId} ${message.messageId}`)].sort();
  for (const { report, message } of ordered.flatMap(([, ofMessage]) => ofMessage)) {
    const { accountId, messageId, parts } = message;
    const status =
      parts === 1 ? report.status : ofAllParts(await notePart(trx, carrier, message, report.status));
    const { error, occurredAt } = report;
    if (status !== null) due.push({ accountId, messageId, status, error, occurredAt });
  }
  return due;
}

/**
 * What a message that went out in parts has come to: a person reads it when all of it is there, and will not once a
 * part is lost. Null while parts are missing.
 */
export function ofAllParts(parts: readonly (ReportedStatus | null)[]): ReportedStatus | null {
  const failed = parts.find((status) => status === "undelivered" || status === "expired");
  if (failed) return failed;
  if (parts.includes(null)) return null;
  return parts.every((status) => status === "read") ? "read" : "delivered";
}
