import { findAccount } from "../accounts/accounts.store";
import { priceOf, type PriceTable, priceTable } from "../accounts/prices";
import type { App } from "../app";
import type { Carrier, Submission, SubmitOutcome } from "../carriers/carrier";
import { suppressedPhones } from "../contact-lists/suppression.store";
import { applyChanges, type StateChange } from "../messages/changes";
import type { MessageError, MessageErrorCode } from "../messages/message";
import { messagesOfBatch, type OutgoingMessage } from "../messages/messages.store";
import type { Step, Transition } from "../messages/transitions";
import type { Sender } from "../senders/sender";
import { nextTokenAt, sendersById, takeTokens } from "../senders/senders.store";
import { SECOND } from "../time";
import { inquiryPause, MAX_ATTEMPTS, retryPause } from "./backoff";
import {
  type Batch,
  deleteBatch,
  holdBatch,
  insertBatches,
  type LeasedBatch,
  leaseBatch,
  releaseBatch,
  type SenderKey,
  sendersWithWork,
} from "./batches.store";
import { countTransitions } from "./dispatch-metrics";
import { type HandOver, type InFlight, toMessageError } from "./in-flight";

export type DispatchParts = Pick<
  App,
  "db" | "clock" | "ids" | "log" | "metrics" | "wakeups" | "carriers" | "config"
>;

/** Which sender is served next: each in turn, so that a long queue of one delays no other. */
export interface Rotation {
  last: string;
}

/** The sender after the one served last, going round. */
export function nextInTurn(senders: readonly SenderKey[], rotation: Rotation): SenderKey | undefined {
  const next = senders.find(({ senderId }) => senderId > rotation.last) ?? senders[0];
  if (next) rotation.last = next.senderId;
  return next;
}

/** Hands over the next batch of the sender whose turn it is; false when nothing is due. */
export async function dispatchNext(
  app: DispatchParts,
  inFlight: InFlight,
  rotation: Rotation,
): Promise<boolean> {
  const now = app.clock.now();
  const sender = nextInTurn(await sendersWithWork(app.db, "submit", now), rotation);
  if (!sender) return false;
  const batch = await leaseBatch(app.db, sender, "submit", now);
  // Another worker was quicker; there may be more.
  if (!batch) return true;
  await new HandOverOfBatch(app, inFlight, batch).run();
  return true;
}

/** A sender at its speed is looked at again this often, each time for a share of a second's messages. */
const TOKEN_WAITS_PER_SECOND = 10;

const messageError = (code: MessageErrorCode, message: string): MessageError => ({
  code,
  message,
  carrier_code: null,
});

const AMBIGUOUS = messageError("carrier_unreachable", "it is not known whether the carrier took the message");

/** What one batch goes through while it is leased. */
class HandOverOfBatch {
  /** Messages that the carrier did not take for the moment. */
  private readonly refused: string[] = [];
  private awaiting = 0;
  private prices: PriceTable = { sms: 0, rcs: 0, voice: 0 };

  constructor(
    private readonly app: DispatchParts,
    private readonly inFlight: InFlight,
    private readonly batch: LeasedBatch,
  ) {}

  async run(): Promise<void> {
    const { app, batch } = this;
    const [messages, sender, account] = [
      await messagesOfBatch(app.db, batch, "pending"),
      (await sendersById(app.db, batch.accountId, [batch.senderId])).get(batch.senderId),
      await findAccount(app.db, batch.accountId),
    ];
    const carrier = sender && app.carriers.get(sender.carrier);
    if (account) this.prices = priceTable(account);
    if (!sender || !carrier) {
      await this.settleAll(messages, "failed", messageError("no_sender", "the sender was removed"));
      return;
    }
    if (app.clock.now() - batch.createdAt >= app.config.pendingWindowSeconds * SECOND) {
      await this.settleAll(
        messages,
        "expired",
        messageError("expired", "it could not be handed over in time"),
      );
      return;
    }
    if (batch.leaseCount > 1 && !(await this.mayHandOverAgain(carrier, messages))) return;
    await this.submitAll(sender, carrier, messages);
  }

  /** A holder died: the carrier may have some of the messages already. */
  private async mayHandOverAgain(carrier: Carrier, messages: readonly OutgoingMessage[]): Promise<boolean> {
    const { app, batch } = this;
    const again = {
      batchId: batch.id,
      accountId: batch.accountId,
      messages: messages.length,
      carrier: carrier.name,
    };
    const giveUp = !carrier.idempotent && (app.config.ambiguousSubmission === "fail" || batch.leaseCount > 2);
    app.log.warn(
      again,
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
    for (let start = 0; start < messages.length;) {
      const wanted = Math.min(carrier.batchSize, messages.length - start);
      const granted = await takeTokens(app.db, batch.accountId, sender.id, wanted, app.clock.now());
      if (granted === 0) {
        await this.pause(sender, messages.slice(start));
        return;
      }
      const held = await this.submitSome(
        carrier,
        sender,
        messages.slice(start, start + granted),
        start + granted >= messages.length,
      );
      if (!held) return;
      start += granted;
    }
    if (messages.length === 0) await this.settleAll([], "failed", AMBIGUOUS);
  }

  /** The sender is at its speed: what is left waits for its next tokens, refused messages for their pause. */
  private async pause(sender: Sender, rest: readonly OutgoingMessage[]): Promise<void> {
    const { app, batch } = this;
    const now = app.clock.now();
    const wanted = Math.min(rest.length, Math.ceil(sender.maxPerSecond / TOKEN_WAITS_PER_SECOND));
    const due = (await nextTokenAt(app.db, batch.accountId, sender.id, wanted)) ?? now;
    if (this.refused.length === 0 && this.awaiting === 0) {
      await releaseBatch(app.db, batch, Math.max(due, now + 1));
      return;
    }
    await app.db.transaction(async (trx) => {
      if (!(await holdBatch(trx, batch, now))) return;
      await this.finish(trx, now, [
        this.later(
          rest.map(({ id }) => id),
          batch.attempt,
          Math.max(due, now + 1),
        ),
      ]);
    });
  }

  private async submitSome(
    carrier: Carrier,
    sender: Sender,
    messages: readonly OutgoingMessage[],
    last: boolean,
  ): Promise<boolean> {
    const { app, batch } = this;
    const suppressed = await suppressedPhones(
      app.db,
      batch.accountId,
      sender.channel,
      messages.map(({ recipient }) => recipient),
    );
    const outgoing = messages.filter(({ recipient }) => !suppressed.has(recipient));
    const handOver = this.inFlight.begin(outgoing.map(({ id }) => id));
    try {
      const outcomes = await this.outcomesOf(carrier, sender, outgoing);
      const blocked = messages.filter(({ recipient }) => suppressed.has(recipient));
      const held = await this.settle(carrier, outgoing, outcomes, blocked, handOver, last);
      if (held) handOver.succeeded();
      else handOver.failed(new Error("the batch was leased by another worker meanwhile"));
      return held;
    } catch (error) {
      handOver.failed(error);
      throw error;
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
      app.log.error(
        { err: error, carrier: carrier.name, batchId: batch.id },
        "the carrier failed at a hand-over",
      );
      const message = "the carrier could not be reached";
      const retry = {
        type: "retry",
        error: { code: "carrier_unreachable", message, carrierCode: null },
      } as const;
      return messages.map(() => retry);
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
    const counts = { accepted: 0, refused: 0, retry: 0 };
    const changes: StateChange[] = blocked.map((message) => ({
      message,
      steps: [{ status: "blocked", at: now }],
    }));
    const reports = handOver.close();
    const refused: string[] = [];
    let awaiting = 0;
    outgoing.forEach((message, index) => {
      const outcome = outcomes[index] as SubmitOutcome;
      counts[outcome.type] += 1;
      const steps = this.stepsFor(message, outcome, now);
      if (steps === null) {
        refused.push(message.id);
        return;
      }
      const early = outcome.type === "accepted" ? (reports.get(message.id) ?? []) : [];
      if (outcome.type === "accepted" && early.length === 0) awaiting += 1;
      changes.push({ message, steps: [...steps, ...early] });
    });
    const transitions = await app.db.transaction(async (trx): Promise<Transition[] | null> => {
      if (!(await holdBatch(trx, batch, now))) return null;
      const applied = await applyChanges(app, trx, batch.accountId, changes, now);
      this.refused.push(...refused);
      if (carrier.reports) this.awaiting += awaiting;
      if (last) await this.finish(trx, now, []);
      return applied.transitions;
    });
    if (transitions === null) {
      app.log.warn({ batchId: batch.id }, "the lease ran out before the hand-over was settled");
      return false;
    }
    for (const [outcome, count] of Object.entries(counts)) {
      if (count > 0) app.metrics.submissions.inc({ carrier: carrier.name, outcome }, count);
    }
    this.announce(transitions);
    return true;
  }

  /** The steps of a hand-over's outcome; null when it is to be tried again. */
  private stepsFor(message: OutgoingMessage, outcome: SubmitOutcome, now: number): Step[] | null {
    if (outcome.type === "accepted") {
      return [{ status: "sent", at: now, price: priceOf(this.prices, message.channel, message.segments) }];
    }
    if (outcome.type === "retry" && this.batch.attempt + 1 < MAX_ATTEMPTS) return null;
    return [{ status: "failed", at: now, error: toMessageError(outcome.error) }];
  }

  /** Ends the batch; what is left to do goes on as batches of its own. */
  private async finish(trx: App["db"], now: number, rest: Batch[]): Promise<void> {
    const { batch } = this;
    const attempt = batch.attempt + 1;
    const next = [...rest];
    if (this.refused.length > 0) next.push(this.later(this.refused, attempt, now + retryPause(attempt)));
    if (this.awaiting > 0) {
      next.push({
        ...batch,
        id: this.app.ids.next(),
        phase: "await",
        attempt: 0,
        dueAt: now + inquiryPause(0),
      });
    }
    await deleteBatch(trx, batch);
    await insertBatches(trx, next);
  }

  private later(ids: string[], attempt: number, dueAt: number): Batch {
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
      await deleteBatch(trx, batch);
      return applied.transitions;
    });
    this.announce(transitions);
  }

  private announce(transitions: readonly Transition[]): void {
    countTransitions(this.app, transitions);
    if (transitions.length > 0) this.app.wakeups.wake("webhooks");
  }
}

export function toSubmission(message: OutgoingMessage, sender: Sender, attempt: number): Submission {
  if (message.content === null) throw new Error(`the pending message ${message.id} has no content`);
  return {
    accountId: message.accountId,
    messageId: message.id,
    channel: message.channel,
    from: message.sender ?? sender.address,
    to: message.recipient,
    content: message.content,
    segments: message.segments,
    attempt,
  };
}
