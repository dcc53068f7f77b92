import type { Db } from "../../platform/db/dialect";
import { runQueries } from "../../platform/db/statement-batch";
import { groupBy } from "../../platform/group-by";
import type { Platform } from "../../platform/platform";
import type { Instant } from "../../platform/time";
import { NO_RULES, type RulesInForce } from "../../messaging/sending-rules/rule-in-force";
import { PARKED } from "../../queue/job";
import { releaseJobs } from "../../queue/leases.store";
import { lockSharedCampaignStatus, runsQuery } from "../campaigns/runs.store";
import type { BlockReason } from "../../messaging/block-reason";
import type { SuppressionKey } from "../consents/number-hash";
import { phonesBlockedBy, type Suppression, suppressionQuery } from "../contact-lists/suppression.store";
import type { OutgoingMessage } from "../messages/outgoing.store";
import { sendersOfKeys } from "../senders/queued-senders.store";
import {
  blockedOutcome,
  type Checked,
  partitionDue,
  type LeasedSubmission,
  type Outgoing,
  deferredOutcome,
  type Route,
} from "./leased-batch";

/**
 * Checks one sender's waiting messages again and separates the messages that may still be submitted. Since
 * the last check, a campaign may have stopped or a recipient may have been suppressed. The account may have
 * been disabled, or the connection paused or changed. Also returns the account's sending rules.
 */
export async function checkAgain(
  { db, clock, suppressionKey }: Pick<Platform, "db" | "clock"> & { suppressionKey: SuppressionKey },
  { sender: { id: key, carrier } }: Route,
  waiting: readonly Outgoing[],
): Promise<Checked & { checkedAt: Instant; rules: RulesInForce }> {
  const checkedAt = clock.now();
  const [first] = waiting;
  if (!first) return { due: [], decided: [], checkedAt, rules: NO_RULES };
  const { accountId } = first.batch.job;
  const sender = (await sendersOfKeys(db, [{ accountId, key }])).get(key);
  if (sender === undefined || sender.isHeld || sender.carrier !== carrier) {
    return { ...partitionDue(waiting, deferredOutcome), checkedAt, rules: NO_RULES };
  }
  const { rules } = sender;
  const campaigns = [...new Set(waiting.flatMap(({ batch }) => batch.job.tag ?? []))];
  const [runs, suppression] = await runQueries(db, [
    runsQuery(db, accountId, campaigns),
    suppressionQuery(accountId),
  ]);
  const messages = waiting.map(({ message }) => message);
  const reasonOf = await blockReasonOf({ db, suppressionKey }, accountId, suppression, messages);
  const { due, decided } = partitionDue(waiting, (one) => {
    const { job } = one.batch;
    if (job.tag !== null && runs?.get(job.tag)?.status !== "running") return deferredOutcome(one);
    const reason = reasonOf(job, one.message);
    return reason === null ? null : blockedOutcome(reason, checkedAt);
  });
  return { due: due.map((one) => ({ ...one, checkedAt, rules })), decided, checkedAt, rules };
}

export type ReasonOf = (job: LeasedSubmission, message: OutgoingMessage) => BlockReason | null;

const kindOf = ({ channel, purpose }: OutgoingMessage) => `${channel} ${purpose}`;

export async function blockReasonOf(
  { db, suppressionKey }: { db: Db; suppressionKey: SuppressionKey },
  accountId: string,
  suppression: Suppression,
  messages: readonly OutgoingMessage[],
): Promise<ReasonOf> {
  const byKind = new Map<string, ReadonlyMap<string, BlockReason>>();
  for (const [kind, some] of groupBy(messages, kindOf)) {
    const [first] = some;
    if (!first) continue;
    const { channel, purpose } = first;
    const numbers = some.map(({ recipient }) => recipient);
    const about = { accountId, channel, purpose };
    byKind.set(kind, await phonesBlockedBy(db, suppressionKey, suppression, about, numbers));
  }
  return ({ payload }, message) =>
    payload.exempt === true ? null : (byKind.get(kindOf(message))?.get(message.recipient) ?? null);
}

/**
 * Parks a job whose campaign is not running, until the campaign is resumed. Any other job keeps its due time:
 * the jobs of a disabled account are not leased, and their age stays visible.
 */
export async function park({ db }: Pick<Platform, "db">, job: LeasedSubmission): Promise<void> {
  await db.transaction(async (trx) => {
    // A concurrent launch of the campaign waits for this lock. The planning job of the launch then finds the
    // job that is parked here, and makes it due.
    const status = job.tag === null ? null : await lockSharedCampaignStatus(trx, job.accountId, job.tag);
    const runs = status === null || status === "running";
    await releaseJobs(trx, [{ job, dueAt: runs ? job.readyAt : PARKED, counted: "not-begun" }]);
  });
}
