import { limits } from "../../../generated/server/values";
import type { MessageEffects } from "../messages/message-effects";
import type { Platform } from "../../platform/platform";
import type { Wake } from "../../queue/job";
import { wakeAll, type Wakeups } from "../../queue/wakeups";
import type { DeliveryReport } from "../../carriers/carrier";
import type { Db } from "../../platform/db/dialect";
import { isDatabaseAway } from "../../platform/db/errors";
import { runQueries } from "../../platform/db/statement-batch";
import { WriteBatcher } from "../../platform/concurrency/write-batcher";
import { atOnce } from "../../platform/db/limits";
import { groupBy } from "../../platform/group-by";
import { shortened } from "../../platform/text";
import { applyChanges } from "../messages/changes";
import type { MessageError } from "../messages/message";
import { lockSubmitted } from "../messages/messages.store";
import { stillPending } from "../messages/outgoing.store";
import type { Step, Transition } from "../messages/transitions";
import { countTransitions } from "./dispatch-metrics";
import {
  earlyReportsQuery,
  insertEarlyReports,
  type MessageKey,
  messagesOfLeftReports,
  takeEarlyReports,
} from "./early-reports.store";

/** Reports that are written in one transaction. */
const MOST_AT_ONCE = 1_000;

export type ReportParts = Pick<Platform, "db" | "clock" | "ids" | "log" | "metrics"> & {
  wakeups: Wakeups;
} & MessageEffects;

export interface DeliveryReports {
  /** Writes reports; resolves once they are stored, or known to change nothing. */
  store(reports: readonly DeliveryReport[]): Promise<void>;
  /** The same in the caller's transaction. What it answers is to be called once that is committed. */
  storeWithin(trx: Db, reports: readonly DeliveryReport[]): Promise<() => Promise<void>>;
  /** Goes by the reports that came before these messages' submission was written, which it is now. */
  storeEarly(messages: readonly MessageKey[]): Promise<void>;
  /** The same for messages of which it is known that they have such reports. */
  storeFound(messages: readonly MessageKey[]): Promise<void>;
  /** The same for messages whose process died in between; true when there may be more. */
  storeLeft(): Promise<boolean>;
}

const cut = (text: string, most: number) => shortened(text.replaceAll("\0", ""), most);

/** What a carrier says of a failure, as far as the contract has room for it, in UTF-16 units. */
export const toMessageError = ({
  code,
  message,
  carrierCode,
}: NonNullable<DeliveryReport["error"]>): MessageError => ({
  code,
  message: cut(message, limits.MessageError.message.maxLength),
  carrier_code: carrierCode === null ? null : cut(carrierCode, limits.MessageError.carrier_code.maxLength),
});

export function toStep({ status, error, occurredAt }: DeliveryReport): Step {
  return {
    ...{ status, at: occurredAt, error: error === null ? null : toMessageError(error) },
    lacksChannel: error?.lacksChannel,
  };
}

/** What one transaction has made of reports of an account. */
interface Applied {
  accountId: string;
  transitions: Transition[];
  wakes: Wake[];
  /** Messages whose reports wait for their submission to be written. */
  early: string[];
  unused: number;
}

/**
 * Takes carriers' reports in. Whoever writes a report first looks at the message, and whoever writes a submission looks
 * at the reports afterwards: each writes, commits, and then looks, so that at least one of the two sees the other.
 */
export function deliveryReports(app: ReportParts): DeliveryReports {
  const { db, clock, ids, log, metrics, wakeups } = app;

  async function apply(
    trx: Db,
    accountId: string,
    reports: readonly DeliveryReport[],
  ): Promise<Omit<Applied, "early"> & { absent: string[] }> {
    if (reports.length === 0) return { accountId, transitions: [], wakes: [], absent: [], unused: 0 };
    const byMessage = groupBy(reports, ({ messageId }) => messageId);
    const messages = await lockSubmitted(trx, accountId, [...byMessage.keys()]);
    const changes = messages.map((message) => ({
      message,
      steps: (byMessage.get(message.id) ?? []).map(toStep),
    }));
    const { transitions, wakes } = await applyChanges(app, trx, accountId, changes, clock.now());
    const found = new Set(messages.map(({ id }) => id));
    const absent = [...byMessage.keys()].filter((id) => !found.has(id));
    return { accountId, transitions, wakes, absent, unused: reports.length - transitions.length };
  }

  async function storeOfAccount(
    trx: Db,
    accountId: string,
    reports: readonly DeliveryReport[],
  ): Promise<Applied> {
    const { absent, ...applied } = await apply(trx, accountId, reports);
    if (absent.length === 0) return { ...applied, early: [] };
    const early = new Set(await stillPending(trx, accountId, absent));
    const waiting = reports.filter(({ messageId }) => early.has(messageId));
    const kept = waiting.map((report) => ({ ...report, id: ids.next() }));
    if (kept.length > 0) await insertEarlyReports(trx, kept, clock.now());
    // Neither there to be locked nor pending any more: its submission was written between the two looks.
    const missed = new Set(absent.filter((id) => !early.has(id)));
    const since = await apply(
      trx,
      accountId,
      reports.filter(({ messageId }) => missed.has(messageId)),
    );
    return {
      accountId,
      transitions: [...applied.transitions, ...since.transitions],
      wakes: [...applied.wakes, ...since.wakes],
      early: [...early],
      unused: applied.unused - waiting.length - since.transitions.length,
    };
  }

  function announce({ accountId, transitions, wakes, unused }: Omit<Applied, "early">): void {
    countTransitions(app, transitions);
    wakeAll(wakeups, wakes);
    if (unused <= 0) return;
    metrics.reportsIgnored.inc(unused);
    log.info({ accountId, unused }, "delivery reports changed nothing");
  }

  const batcher = new WriteBatcher<readonly DeliveryReport[]>({
    most: MOST_AT_ONCE,
    weightOf: (reports) => reports.length,
    concurrency: atOnce(db, 2),
    // The reports of one message are written in the order in which they came.
    keysOf: (reports) => reports.map(({ messageId }) => messageId),
    mayBeOneItems: (error) => !isDatabaseAway(error),
    async write(groups) {
      const committed = await db.transaction((trx) => storeWithin(trx, groups.flat()));
      await committed();
      return groups.map(() => undefined);
    },
  });

  async function storeWithin(trx: Db, reports: readonly DeliveryReport[]): Promise<() => Promise<void>> {
    const applied: Applied[] = [];
    // In one order, so that two of these wait for each other instead of locking up.
    for (const [accountId, some] of [...groupBy(reports, (report) => report.accountId)].sort()) {
      applied.push(await storeOfAccount(trx, accountId, some));
    }
    return async () => {
      for (const one of applied) {
        announce(one);
        await storeEarly(one.early.map((messageId) => ({ accountId: one.accountId, messageId })));
      }
    };
  }

  async function storeEarly(messages: readonly MessageKey[]): Promise<void> {
    if (messages.length === 0) return;
    // Mostly there are none, and one look tells so without a lock.
    const [waiting] = await runQueries(db, [earlyReportsQuery(db, messages)]);
    await storeFound(waiting);
  }

  async function storeFound(messages: readonly MessageKey[]): Promise<void> {
    for (const [accountId, waiting] of groupBy(messages, (one) => one.accountId)) {
      const messageIds = waiting.map(({ messageId }) => messageId);
      const applied = await db.transaction(async (trx) => {
        const submitted = await lockSubmitted(trx, accountId, messageIds);
        const reports = await takeEarlyReports(
          trx,
          accountId,
          submitted.map(({ id }) => id),
        );
        return apply(trx, accountId, reports);
      });
      announce(applied);
    }
  }

  return {
    async store(reports) {
      const runs: Promise<void>[] = [];
      for (let start = 0; start < reports.length; start += MOST_AT_ONCE) {
        runs.push(batcher.add(reports.slice(start, start + MOST_AT_ONCE)));
      }
      await Promise.all(runs);
    },
    storeWithin,
    storeEarly,
    storeFound,
    async storeLeft() {
      const left = await messagesOfLeftReports(db, MOST_AT_ONCE);
      await storeFound(left);
      return left.length === MOST_AT_ONCE;
    },
  };
}
