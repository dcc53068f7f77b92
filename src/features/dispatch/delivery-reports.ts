import type { DeliveryReportSink, ReferenceReport } from "../../carriers/carrier";
import type { Db } from "../../platform/db/dialect";
import { isDatabaseAway } from "../../platform/db/errors";
import { WriteBatcher } from "../../platform/concurrency/write-batcher";
import { atOnce } from "../../platform/db/limits";
import { activeSpan, NO_SPAN } from "../../platform/tracing/tracing";
import { groupBy } from "../../platform/group-by";
import { stillPending } from "../messages/outgoing.store";
import { messagesOfReferences, type ReferencedMessage } from "../messages/references.store";
import { earlyReportCheck } from "./early-report-check";
import { InFlight } from "./in-flight";
import { notifyApplied, type Arrival, linkTraces, type ReportDeps, writeReports } from "./report-writing";
import { unmatchedReportLimit } from "./unmatched-report-limit";
import { type CarrierReport, matchableKeys, type ReportKey, takeUnmatched } from "./unmatched-reports.store";

const MAX_AT_ONCE = 1_000;

/**
 * Receives all delivery reports. A report may be written at the same time as the outcome of its message.
 * After its own commit, each of the two writers searches for the other row, so at least one finds the match.
 */
export class DeliveryReports {
  readonly inFlight: InFlight;
  /** Applies stored reports that arrived before the outcome of their message was written. Never rejects. */
  readonly checkEarly: ReturnType<typeof earlyReportCheck>;
  private readonly batcher: WriteBatcher<readonly Arrival[]>;
  /**
   * Last report key that an incomplete run of `matchLeft` has read; null if the next run starts at the first
   * key.
   */
  private matchedUpTo: ReportKey | null = null;

  constructor(
    private readonly deps: ReportDeps,
    private readonly limit = unmatchedReportLimit(deps),
    private readonly matchedAtOnce = MAX_AT_ONCE,
  ) {
    this.inFlight = new InFlight(async (reports) => {
      for (const some of groupBy(reports, ({ carrier }) => carrier).values()) await this.store(some);
    });
    this.checkEarly = earlyReportCheck(deps, (keys) => this.match(keys));
    this.batcher = new WriteBatcher({
      max: MAX_AT_ONCE,
      weightOf: (arrivals) => arrivals.length,
      concurrency: atOnce(deps.db, 2),
      // Items with a common key are written in sequence, so reports of a message keep the order of arrival.
      keysOf: (arrivals) => arrivals.map(({ report: { carrier, reference } }) => `${carrier} ${reference}`),
      mayBeOneItems: (error) => !isDatabaseAway(error),
      write: async (groups) => {
        const { applied, waiting } = await deps.db.transaction((trx) =>
          writeReports(deps, trx, groups.flat()),
        );
        notifyApplied(deps, applied);
        linkTraces(groups.flat(), applied);
        await this.afterWaiting(waiting);
        return groups.map(() => undefined);
      },
    });
  }

  /** Returns the report sink of a carrier connection. A call resolves once its reports are written. */
  from(carrier: string): DeliveryReportSink {
    return async (reports) => {
      for (const [status, alike] of groupBy(reports, (report) => report.status)) {
        this.deps.metrics.reports.inc({ carrier, status }, alike.length);
      }
      const { own, others } = keyed(carrier, reports);
      const { notInFlight, stored } = this.inFlight.take(own);
      const storeOthers = async () => {
        const rest = [...notInFlight, ...(await inKnownSpelling(this.deps.db, carrier, others))];
        const failures: unknown[] = [];
        for (let start = 0; start < rest.length; start += MAX_AT_ONCE) {
          // A slice of reports that cannot be written must not prevent later slices from being written.
          await this.store(rest.slice(start, start + MAX_AT_ONCE)).catch((error) => failures.push(error));
        }
        if (failures.length > 0) throw failures[0];
      };
      await Promise.all([stored, storeOthers()]);
    };
  }

  /**
   * Applies stored reports whose message has become known. Returns whether to run again at once: more reports
   * may be left, and no write failed.
   */
  async matchLeft(): Promise<boolean> {
    const left = await matchableKeys(this.deps.db, { after: this.matchedUpTo, limit: this.matchedAtOnce });
    const isFull = left.length === this.matchedAtOnce;
    // Continue after these keys, so that reports that cannot be written do not block later keys.
    this.matchedUpTo = isFull ? (left.at(-1) ?? null) : null;
    return (await this.match(left)) && isFull;
  }

  /** Applies or stores reports of one carrier. A failed write affects only the reports of its account. */
  private async store(reports: readonly CarrierReport[]): Promise<void> {
    const [first] = reports;
    if (!first) return;
    const known = await messagesOfKeys(this.deps.db, first.carrier, reports);
    const span = activeSpan();
    const arrivals = reports.map((report) => ({
      report,
      span,
      message: known.get(report.reference) ?? null,
    }));
    const byAccount = groupBy(arrivals, ({ message }) => message?.accountId ?? "");
    await Promise.all([...byAccount.values()].map((some) => this.batcher.add(some)));
  }

  /** Enforces the limit on stored reports. Applies reports whose message became known during the write. */
  private async afterWaiting(waiting: readonly CarrierReport[]): Promise<void> {
    for (const [carrier, some] of groupBy(waiting, (report) => report.carrier)) {
      this.deps.metrics.reportsUnmatched.inc({ carrier }, some.length);
      await this.limit(carrier, some.length);
    }
    await this.match(waiting).catch((error: unknown) =>
      this.deps.log.warn({ err: error }, "failed to match delivery reports; the periodic job retries"),
    );
  }

  /**
   * Applies stored reports whose message is known. Returns false if a write failed; throws if the database is
   * away.
   */
  private async match(keys: readonly ReportKey[]): Promise<boolean> {
    let all = true;
    for (const [carrier, some] of groupBy(keys, (key) => key.carrier)) {
      const known = await messagesOfKeys(this.deps.db, carrier, await withoutPending(this.deps.db, some));
      if (known.size === 0) continue;
      try {
        await this.matchTogether(carrier, [...known.values()]);
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        all = (await this.matchByAccount(carrier, [...known.values()])) && all;
      }
    }
    return all;
  }

  private async matchByAccount(carrier: string, messages: readonly ReferencedMessage[]): Promise<boolean> {
    let all = true;
    for (const [accountId, some] of groupBy(messages, (message) => message.accountId)) {
      try {
        await this.matchTogether(carrier, some);
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        all = false;
        this.deps.log.error({ err: error, carrier, accountId }, "failed to apply unmatched delivery reports");
      }
    }
    return all;
  }

  private async matchTogether(carrier: string, messages: readonly ReferencedMessage[]): Promise<void> {
    const byReference = new Map(messages.map((message) => [message.reference, message]));
    const { late, applied } = await this.deps.db.transaction(async (trx) => {
      const taken = await takeUnmatched(trx, carrier, [...byReference.keys()]);
      const arrivals = taken.map((report) => ({
        report,
        message: byReference.get(report.reference) ?? null,
        span: NO_SPAN,
      }));
      return { late: taken.length, ...(await writeReports(this.deps, trx, arrivals)) };
    });
    if (late > 0) this.deps.metrics.reportsMatchedLate.inc({ carrier }, late);
    notifyApplied(this.deps, applied);
  }
}

/** Separates reports with a message id (`own`) from reports with a carrier's reference (`others`). */
function keyed(carrier: string, reports: Parameters<DeliveryReportSink>[0]) {
  const own: CarrierReport[] = [];
  const others: (CarrierReport & Pick<ReferenceReport, "otherwise">)[] = [];
  for (const report of reports) {
    const { status, error, occurredAt } = report;
    if ("messageId" in report) {
      const { accountId, messageId: reference } = report;
      own.push({ carrier, reference, accountId, status, error, occurredAt });
    } else {
      const { reference, otherwise } = report;
      others.push({ carrier, reference, otherwise, accountId: null, status, error, occurredAt });
    }
  }
  return { own, others };
}

/**
 * Replaces a reference with its alternative spelling if only that spelling has a known message. If neither
 * spelling is known, the reference stays: a later message may have the alternative as its reference.
 */
async function inKnownSpelling(
  db: Db,
  carrier: string,
  reports: readonly (CarrierReport & Pick<ReferenceReport, "otherwise">)[],
): Promise<CarrierReport[]> {
  const candidates = reports.flatMap(({ reference, otherwise }) =>
    otherwise === undefined ? [] : [reference, otherwise],
  );
  const known = await messagesOfReferences(db, carrier, candidates);
  return reports.map(({ otherwise, ...report }) =>
    otherwise !== undefined && !known.has(report.reference) && known.has(otherwise)
      ? { ...report, reference: otherwise }
      : report,
  );
}

/** Returns the messages of report keys. The reference of a key with an account is the message's id. */
async function messagesOfKeys(
  db: Db,
  carrier: string,
  keys: readonly ReportKey[],
): Promise<Map<string, ReferencedMessage>> {
  const own = keys.flatMap(({ reference, accountId }): [string, ReferencedMessage][] =>
    accountId === null ? [] : [[reference, { reference, accountId, messageId: reference, parts: 1 }]],
  );
  const references = keys.flatMap(({ reference, accountId }) => (accountId === null ? reference : []));
  return new Map([...own, ...(await messagesOfReferences(db, carrier, [...new Set(references)]))]);
}

async function withoutPending(db: Db, keys: readonly ReportKey[]): Promise<ReportKey[]> {
  const pending = new Set<string>();
  for (const [accountId, some] of groupBy(keys, (key) => key.accountId ?? "")) {
    const ids = some.map(({ reference }) => reference);
    if (accountId !== "") for (const id of await stillPending(db, accountId, ids)) pending.add(id);
  }
  return keys.filter(({ reference }) => !pending.has(reference));
}
