import { findAccount } from "../accounts/accounts.store";
import { priceOf, type PriceTable, priceTable } from "../accounts/prices";
import type { Carrier, SubmitOutcome } from "../carriers/carrier";
import { suppressedPhones } from "../contact-lists/suppression.store";
import { type CampaignRun, findRun, holdStatusOfCampaign } from "../campaigns/campaigns.store";
import type { Db } from "../db/dialect";
import { applyChanges, type StateChange } from "../messages/changes";
import type { MessageError, MessageErrorCode } from "../messages/message";
import { messagesOfBatch, type OutgoingMessage } from "../messages/messages.store";
import type { Step, Transition } from "../messages/transitions";
import type { Sender } from "../senders/sender";
import { nextTokenAt, sendersById, takeTokens } from "../senders/senders.store";
import { type Instant, SECOND } from "../time";
import { inquiryPause, MAX_ATTEMPTS, retryPause } from "./backoff";
import {
  type Batch,
  deleteBatch,
  holdBatch,
  insertBatches,
  LEASE,
  type LeasedBatch,
  PARKED,
  pauseBatch,
  releaseBatch,
} from "./batches.store";
import { countTransitions } from "./dispatch-metrics";
import { groupBy } from "./group-by";
import { type HandOver, type InFlight, toMessageError, toStep } from "./in-flight";
import { storeReceipts } from "./receipts";
import { type DispatchParts, toSubmission } from "./submission";

/** A sender at its speed is looked at again this often, each time for a share of a second's messages. */
const TOKEN_WAITS_PER_SECOND = 10;

const messageError = (code: MessageErrorCode, message: string): MessageError => ({
  code,
  message,
  carrier_code: null,
});

const AMBIGUOUS = messageError("carrier_unreachable", "it is not known whether the carrier took the message");

/** What one batch goes through while it is leased. */
export class HandOverOfBatch {
  /** Messages that the carrier did not take for the moment. */
  private readonly refused: string[] = [];
  /** Messages that the carrier took and has not reported yet. */
  private readonly awaiting: string[] = [];
  private prices: PriceTable = { sms: 0, rcs: 0, voice: 0 };

  constructor(
    private readonly app: DispatchParts,
    private readonly inFlight: InFlight,
    private readonly batch: LeasedBatch,
  ) {}

  async run(): Promise<void> {
    const { app, batch } = this;
    const campaign = await this.campaign();
    if (batch.campaignId !== null && campaign !== null && campaign.status !== "running") {
      return this.setAside(batch.campaignId);
    }
    const messages = await messagesOfBatch(app.db, batch, "pending");
    const sender = (await sendersById(app.db, batch.accountId, [batch.senderId])).get(batch.senderId);
    const account = await findAccount(app.db, batch.accountId);
    const carrier = sender && app.carriers.get(sender.carrier);
    if (account) this.prices = priceTable(account);
    if (campaign === null) {
      await this.settleAll(messages, "expired", messageError("expired", "its campaign was deleted"));
    } else if (!sender || !carrier) {
      await this.settleAll(messages, "failed", messageError("no_sender", "the sender was removed"));
    } else if (this.waited(campaign) >= app.config.pendingWindowSeconds * SECOND) {
      const late = messageError("expired", "it could not be handed over in time");
      await this.settleAll(messages, "expired", late);
    } else if (batch.leaseCount <= 1 || (await this.mayHandOverAgain(carrier, messages))) {
      await this.submitAll(sender, carrier, messages);
    }
  }

  /** The batch's campaign, null where it was deleted; what belongs to none goes on like a run. */
  private async campaign(): Promise<CampaignRun | null> {
    const { accountId, campaignId } = this.batch;
    if (campaignId === null) return { status: "running", startedAt: null };
    return findRun(this.app.db, accountId, campaignId);
  }

  /** How long its messages have waited: those that a stopped campaign left, since that goes on. In milliseconds. */
  private waited({ startedAt }: CampaignRun): number {
    return this.app.clock.now() - Math.max(this.batch.createdAt, startedAt ?? 0);
  }

  /** The campaign does not run: the batch waits for its next launch. */
  private async setAside(campaignId: string): Promise<void> {
    const { app, batch } = this;
    const now = app.clock.now();
    await app.db.transaction(async (trx) => {
      // A launch waits for this transaction and then finds the batch put aside; one that came first is seen.
      const status = await holdStatusOfCampaign(trx, batch.accountId, campaignId);
      if (status === null || status === "running") return releaseBatch(trx, batch, now, batch.paused);
      // What earlier leases handed over is looked after without waiting for the rest.
      if (batch.paused) await insertBatches(trx, [this.inquiry(batch.ids, now)]);
      await releaseBatch(trx, batch, PARKED, false);
    });
  }

  /** A holder died: the carrier may have some of the messages already. */
  private async mayHandOverAgain(carrier: Carrier, messages: readonly OutgoingMessage[]): Promise<boolean> {
    const { app, batch } = this;
    const giveUp = !carrier.idempotent && (app.config.ambiguousSubmission === "fail" || batch.leaseCount > 2);
    app.log.warn(
      { batchId: batch.id, accountId: batch.accountId, messages: messages.length, carrier: carrier.name },
      giveUp ? "hand-over broke off: messages fail" : "hand-over broke off: messages are handed over again",
    );
    if (giveUp) {
      await this.settleAll(messages, "failed", AMBIGUOUS);
      return false;
    }
    app.metrics.resubmissions.inc({ carrier: carrier.name }, messages.length);
    return true;
  }

  private async submitAll(
    sender: Sender,
    carrier: Carrier,
    messages: readonly OutgoingMessage[],
  ): Promise<void> {
    const { app, batch } = this;
    let start = 0;
    while (start < messages.length) {
      const rest = messages.slice(start);
      if (start > 0 && (await this.campaign())?.status !== "running") {
        return this.putBack(rest, app.clock.now());
      }
      const wanted = Math.min(carrier.batchSize, messages.length - start);
      const granted = await takeTokens(app.db, batch.accountId, sender.id, wanted, app.clock.now());
      if (granted === 0) return this.putBack(rest, await this.nextTokens(sender, rest.length));
      const some = rest.slice(0, granted);
      start += granted;
      if (!(await this.submitSome(carrier, sender, some, start === messages.length))) return;
    }
    if (messages.length === 0) await this.settleAll([], "failed", AMBIGUOUS);
  }

  /** When the sender, which is at its speed, may hand over the next share of `left` messages. */
  private async nextTokens(sender: Sender, left: number): Promise<Instant> {
    const { app, batch } = this;
    const now = app.clock.now();
    const wanted = Math.min(left, Math.ceil(sender.maxPerSecond / TOKEN_WAITS_PER_SECOND));
    const nextToken = (await nextTokenAt(app.db, batch.accountId, sender.id, now, wanted)) ?? now;
    return Math.max(nextToken, now + 1);
  }

  /** What is left waits until `due`, refused messages for their pause. */
  private async putBack(rest: readonly OutgoingMessage[], due: Instant): Promise<void> {
    const { app, batch } = this;
    if (this.refused.length === 0) {
      await pauseBatch(app.db, batch, due);
      return;
    }
    const now = app.clock.now();
    const ids = rest.map(({ id }) => id);
    await app.db.transaction(async (trx) => {
      if (await holdBatch(trx, batch, now))
        await this.finish(trx, now, [this.later(ids, batch.attempt, due)]);
    });
  }

  /** Hands some messages over and writes down what became of them; false: the lease is lost. */
  private async submitSome(
    carrier: Carrier,
    sender: Sender,
    messages: readonly OutgoingMessage[],
    last: boolean,
  ): Promise<boolean> {
    const { app, batch } = this;
    const numbers = messages.map(({ recipient }) => recipient);
    const suppressed = batch.exempt
      ? new Set<string>()
      : await suppressedPhones(app.db, batch.accountId, sender.channel, numbers);
    const outgoing = messages.filter(({ recipient }) => !suppressed.has(recipient));
    const blocked = messages.filter(({ recipient }) => suppressed.has(recipient));
    const handOver = this.inFlight.begin(outgoing.map(({ id }) => id));
    try {
      const outcomes = await this.holding(() => this.outcomesOf(carrier, sender, outgoing));
      const held = await this.settle(carrier, outgoing, outcomes, blocked, handOver, last);
      if (!held) throw new LeaseLost();
      await storeReceipts(app, handOver.close());
      handOver.succeeded();
      return true;
    } catch (error) {
      handOver.failed(error);
      if (!(error instanceof LeaseLost)) throw error;
      app.log.warn({ batchId: batch.id }, "the lease ran out before the hand-over was settled");
      return false;
    }
  }

  /** Renews the lease while a carrier takes its time. */
  private async holding<T>(work: () => Promise<T>): Promise<T> {
    const { app, batch } = this;
    const renewal = setInterval(() => {
      holdBatch(app.db, batch, app.clock.now()).catch((error: unknown) =>
        app.log.warn({ err: error, batchId: batch.id }, "the lease could not be renewed"),
      );
    }, LEASE / 3);
    try {
      return await work();
    } finally {
      clearInterval(renewal);
    }
  }

  private async outcomesOf(
    carrier: Carrier,
    sender: Sender,
    messages: readonly OutgoingMessage[],
  ): Promise<SubmitOutcome[]> {
    const { app, batch } = this;
    if (messages.length === 0) return [];
    try {
      return await carrier.submit(messages.map((message) => toSubmission(message, sender, batch.attempt)));
    } catch (error) {
      app.log.error({ err: error, carrier: carrier.name, batchId: batch.id }, "a hand-over failed");
      const away = { code: "carrier_unreachable", message: "the carrier could not be reached" } as const;
      return messages.map(() => ({ type: "retry", error: { ...away, carrierCode: null } }));
    }
  }

  /** Writes what became of some messages, and with the last of them the batch's own end; false: lease lost. */
  private async settle(
    carrier: Carrier,
    outgoing: readonly OutgoingMessage[],
    outcomes: readonly SubmitOutcome[],
    blocked: readonly OutgoingMessage[],
    handOver: HandOver,
    last: boolean,
  ): Promise<boolean> {
    const { app, batch } = this;
    const now = app.clock.now();
    const reports = groupBy(handOver.take(), (receipt) => receipt.messageId);
    const changes: StateChange[] = blocked.map((message) => ({
      message,
      steps: [{ status: "blocked", at: now }],
    }));
    outgoing.forEach((message, index) => {
      const outcome = outcomes[index] as SubmitOutcome;
      const steps = this.stepsFor(message, outcome, now);
      const early = (outcome.type === "accepted" && reports.get(message.id)?.map(toStep)) || [];
      if (steps === null) this.refused.push(message.id);
      else changes.push({ message, steps: [...steps, ...early] });
      if (outcome.type === "accepted" && early.length === 0) this.awaiting.push(message.id);
    });
    if (!carrier.reports) this.awaiting.length = 0;
    const transitions = await app.db.transaction(async (trx): Promise<Transition[] | null> => {
      if (!(await holdBatch(trx, batch, now))) return null;
      const applied = await applyChanges(app, trx, batch.accountId, changes, now);
      if (last) await this.finish(trx, now, []);
      return applied.transitions;
    });
    if (transitions === null) return false;
    for (const [outcome, some] of groupBy(outcomes, ({ type }) => type)) {
      app.metrics.submissions.inc({ carrier: carrier.name, outcome }, some.length);
    }
    this.announce(transitions);
    return true;
  }

  /** The steps of a hand-over's outcome; null when it is to be tried again. */
  private stepsFor(message: OutgoingMessage, outcome: SubmitOutcome, now: Instant): Step[] | null {
    if (outcome.type === "accepted") {
      return [{ status: "sent", at: now, price: priceOf(this.prices, message.channel, message.segments) }];
    }
    if (outcome.type === "retry" && this.batch.attempt + 1 < MAX_ATTEMPTS) return null;
    return [{ status: "failed", at: now, error: toMessageError(outcome.error) }];
  }

  /** Ends the batch; what is left to do goes on as batches of its own. */
  private async finish(trx: Db, now: Instant, rest: Batch[]): Promise<void> {
    const { batch } = this;
    const attempt = batch.attempt + 1;
    const next = [...rest];
    if (this.refused.length > 0) next.push(this.later(this.refused, attempt, now + retryPause(attempt)));
    if (this.awaiting.length > 0 || batch.paused) {
      // Of a batch that was paused, earlier leases have left messages waiting too: the inquiry finds out which.
      const ids = batch.paused || this.awaiting.length === batch.size ? batch.ids : this.awaiting;
      next.push(this.inquiry(ids, now));
    }
    await deleteBatch(trx, batch);
    await insertBatches(trx, next);
  }

  /** What looks after the reports of messages handed over; without `ids`, of all in the batch. */
  private inquiry(ids: string[] | null, now: Instant): Batch {
    const { batch } = this;
    const messages = { ids, size: ids?.length ?? batch.size };
    const fresh = { id: this.app.ids.next(), attempt: 0, createdAt: now, dueAt: now + inquiryPause(0) };
    return { ...batch, ...messages, ...fresh, phase: "await" };
  }

  private later(ids: string[], attempt: number, dueAt: Instant): Batch {
    return { ...this.batch, id: this.app.ids.next(), ids, size: ids.length, attempt, dueAt };
  }

  /** Ends every message of the batch alike. */
  private async settleAll(
    messages: readonly OutgoingMessage[],
    status: "failed" | "expired",
    error: MessageError,
  ): Promise<void> {
    const { app, batch } = this;
    const now = app.clock.now();
    const changes = messages.map((message) => ({ message, steps: [{ status, at: now, error }] }));
    const transitions = await app.db.transaction(async (trx) => {
      if (!(await holdBatch(trx, batch, now))) return [];
      const applied = await applyChanges(app, trx, batch.accountId, changes, now);
      await this.finish(trx, now, []);
      return applied.transitions;
    });
    this.announce(transitions);
  }

  private announce(transitions: readonly Transition[]): void {
    countTransitions(this.app, transitions);
    if (transitions.length > 0) this.app.wakeups.wake("webhooks");
  }
}

/** Another worker has the batch by now: what this one did is not written. */
class LeaseLost extends Error {}
