import type { Statement } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import { groupBy } from "../../platform/group-by";
import { type Instant, SECOND } from "../../platform/time";
import { jobsStatement } from "../../queue/jobs.store";
import { referencesStatement } from "../messages/references.store";
import { endReservations } from "../messages/submissions.store";
import { moveStatement } from "../messages/waiting.store";
import { endsReservation } from "./caps";
import type { BatchProgress, LeasedBatch, Result, Route } from "./leased-batch";
import { movedMessages } from "./moved-messages";
import { type Decision, followingJobs, statusQueryJobs } from "./outcomes";
import type { DispatchDeps } from "./submit";
import { confirmSubmissions, retractIntents } from "./unconfirmed-submissions.store";
import type { CarrierReport } from "./unmatched-reports.store";

/** Results to write: of one submission, or of messages decided without a submission. */
export interface Settlement {
  /** Sender and carrier; null if the sender or its carrier connection does not exist. */
  readonly route: Route | null;
  /** Batches of the results. A batch without messages is included so that its job ends. */
  readonly batches: readonly LeasedBatch[];
  readonly results: readonly Result[];
  readonly reportsOf?: (messageId: string) => readonly CarrierReport[];
}

export interface Attempt extends Settlement {
  /** Whether an earlier attempt failed. The database may have committed that attempt nevertheless. */
  readonly mayBeWritten: boolean;
}

/** Result with its consequence. */
export interface Decided {
  attempt: Attempt;
  result: Result;
  messageId: string;
  decision: Decision;
  /** Number of delivery reports that are written together with the outcome. */
  reports: number;
}

export const idsOf = (some: readonly Decided[]) => some.map(({ messageId }) => messageId);

/** Groups by account, in ascending order. All transactions lock accounts in this order, so none deadlocks. */
export const byAccount = (some: readonly Decided[]): [accountId: string, Decided[]][] =>
  [...groupBy(some, ({ result }) => result.batch.job.accountId)].sort();

/**
 * Returns the statements that write the results `writable` and the later jobs of the batches `ended`, apart
 * from the changes of the messages' statuses. No two statements change the same row, and none depends on
 * another one: they differ in the table, the account, the carrier or the kind of decision.
 */
export function resultStatements(
  { ids, config }: Pick<DispatchDeps, "ids" | "config">,
  db: Db,
  writable: readonly Decided[],
  ended: readonly (readonly [LeasedBatch, BatchProgress])[],
  now: Instant,
): (Statement | null)[] {
  const moved = movedMessages(ids, ended);
  return [
    ...intentStatements(db, writable),
    ...reservationStatements(db, writable),
    moveStatement(db, moved, now),
    ...referenceStatements(db, writable, now + config.deliveryReportTimeoutSeconds * SECOND),
    jobsStatement(db, [
      ...ended.flatMap(([batch, after]) => followingJobs(ids, batch, after, now)),
      ...moved.map(({ job }) => job),
      ...statusQueryJobs(ids, writable.flatMap(awaitingReports), now),
    ]),
  ];
}

/**
 * Returns statements that delete or decrement the intents of two kinds of messages: settled messages, and
 * messages whose recorded submission has a known outcome.
 */
function intentStatements(trx: Db, writable: readonly Decided[]): (Statement | null)[] {
  const known = writable.filter(({ attempt: { route }, result, decision }) => {
    const hasOutcome = result.isIntentRecorded && result.outcome.type !== "unknown";
    return route !== null && !route.carrier.idempotent && (decision.type === "steps" || hasOutcome);
  });
  // An unsettled message keeps the intents of its earlier ambiguous submissions; only the last intent is
  // retracted.
  const isRetracted = ({ decision, result }: Decided) =>
    decision.type !== "steps" && result.unknownBefore > 0;
  return byAccount(known).flatMap(([accountId, some]) => {
    const confirmed = some.filter((one) => !isRetracted(one));
    // A failed attempt may have retracted the intent already. Counting an intent twice is safer than losing
    // an intent.
    const retracted = some.filter((one) => isRetracted(one) && !one.attempt.mayBeWritten);
    return [
      confirmSubmissions(trx, accountId, idsOf(confirmed)),
      retractIntents(trx, accountId, idsOf(retracted)),
    ];
  });
}

const reservationStatements = (trx: Db, writable: readonly Decided[]): (Statement | null)[] =>
  byAccount(writable.filter(({ result }) => endsReservation(result))).map(([accountId, some]) =>
    endReservations(trx, accountId, idsOf(some)),
  );

function referenceStatements(
  trx: Db,
  writable: readonly Decided[],
  retainUntil: Instant,
): (Statement | null)[] {
  const accepted = writable.flatMap(({ attempt: { route }, result: { outcome, message } }) => {
    if (outcome.type !== "accepted" || !outcome.references || route === null) return [];
    const { accountId, id: messageId } = message;
    const { references } = outcome;
    const carrier = route.carrier.name;
    return references.map((reference) => ({
      carrier,
      reference,
      accountId,
      messageId,
      parts: references.length,
    }));
  });
  return [...groupBy(accepted, ({ carrier }) => carrier)]
    .sort()
    .map(([carrier, some]) => referencesStatement(trx, carrier, some, retainUntil));
}

/**
 * Returns the result in a list if its message was accepted and still awaits a delivery report, else an empty
 * list.
 */
function awaitingReports({
  attempt: { route },
  result,
  reports,
}: Decided): { route: Route; result: Result }[] {
  const isAwaited = result.outcome.type === "accepted" && reports === 0 && route?.carrier.reports;
  return isAwaited && route ? [{ route, result }] : [];
}
