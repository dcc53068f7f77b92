import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Clock, SECOND } from "../../platform/time";
import { isClosed, type Submission, type SubmitOutcome } from "../carrier";
import { unreachable } from "../outcomes";
import type { MessageIds, TakenMessage } from "./message-ids";
import { type Pdu, textOf } from "./pdu";
import { ResponseTimeoutError, SessionClosedError } from "./session-errors";
import { rejectionOf, statusName } from "./status-table";
import { submitFields, type SubmitSettings } from "./submit-fields";
import type { SlotRefusal, SubmissionDeadline, SubmissionSlots } from "./submission-slots";

/** Outcome of a part. `id` is the carrier's id in its own spelling, and `reference` its canonical form. */
type PartOutcome =
  | { type: "accepted"; ids: { id: string; reference: string } | null }
  | Exclude<SubmitOutcome, { type: "accepted" }>;

const MAX_AT_ONCE = 50;
/** Target duration of a batch in one slot, in milliseconds. Short batches let urgent messages start soon. */
const HOLD = SECOND / 5;
/** Weight of the latest response in the moving average of response times. */
const LATEST = 0.05;

interface Part {
  fields: Readonly<Record<string, unknown>>;
  whole: boolean;
}

const ESME_ROK = 0;

export class Submitter {
  private nextReference = randomInt(0x100);
  private responseMs = HOLD / 8;

  constructor(
    private readonly slots: SubmissionSlots,
    private readonly ids: MessageIds,
    private readonly settings: SubmitSettings,
    private readonly options: {
      timeoutMs: number;
      clock: Clock;
      onThrottled: (status: string) => void;
    },
  ) {}

  /**
   * Maximum messages per batch, so that a batch takes about `HOLD` milliseconds. A carrier that responds fast
   * gets large batches, which save database writes.
   */
  get batchSize(): number {
    const half = Math.ceil(this.slots.size / 2);
    return Math.max(1, Math.min(MAX_AT_ONCE, half, Math.floor(HOLD / this.responseMs)));
  }

  /**
   * Maximum number of concurrent submissions: enough to fill the window, plus one that uses the slots freed
   * by finishing submissions. A further submission would only wait, and count as uncertain after a crash.
   */
  get submissions(): number {
    return Math.ceil(this.slots.size / this.batchSize) + 1;
  }

  /** Submits messages as slots become free. Returns outcomes in order, at the deadline at the latest. */
  async submit(messages: readonly Submission[], signal: AbortSignal): Promise<SubmitOutcome[]> {
    const { timeoutMs } = this.options;
    const deadline: SubmissionDeadline = { endsAt: performance.now() + timeoutMs, onExpired: new Set() };
    const end = () => {
      for (const expire of [...deadline.onExpired]) expire();
    };
    const timer = setTimeout(end, timeoutMs);
    signal.addEventListener("abort", end, { once: true });
    try {
      return await Promise.all(messages.map((message) => this.submitOne(message, deadline)));
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
    }
  }

  /**
   * Submits a message. If the first part is not accepted, the other parts are not sent. Otherwise a temporary
   * error of another part is retried until the deadline, because an incomplete message is useless.
   */
  private async submitOne(message: Submission, deadline: SubmissionDeadline): Promise<SubmitOutcome> {
    this.nextReference = (this.nextReference + 1) & 0xff;
    const all = submitFields(message, this.nextReference, this.settings);
    const [first, ...others] = all.map((fields) => ({ fields, whole: all.length === 1 }));
    const begun = await this.submitPart(message, first as Part, deadline, { mayWait: false });
    if (begun.type !== "accepted") return begun;
    const rest = await Promise.all(others.map((part) => this.submitWithRetry(message, part, deadline)));
    return joinPartOutcomes([begun, ...rest]);
  }

  private async submitWithRetry(
    message: Submission,
    part: Part,
    deadline: SubmissionDeadline,
  ): Promise<PartOutcome> {
    for (;;) {
      const outcome = await this.submitPart(message, part, deadline, { mayWait: true });
      if (!FOR_NOW.has(outcome.type)) return outcome;
      const left = deadline.endsAt - performance.now();
      if (left <= RETRY_PART) return outcome;
      await pause(RETRY_PART);
    }
  }

  private async submitPart(
    message: Submission,
    { fields, whole }: Part,
    deadline: SubmissionDeadline,
    { mayWait }: { mayWait: boolean },
  ): Promise<PartOutcome> {
    const { accountId, messageId, to, purpose } = message;
    const session = await this.slots.take(deadline, { purpose, mayWait });
    if (typeof session === "string") return this.slotRefusalOutcome(session);
    let taken = false;
    const since = performance.now();
    try {
      // Check the message's time window for the first part only: the other parts of a begun message must
      // follow.
      if (!mayWait && isClosed(message, this.options.clock.now())) return CLOSED;
      return await session.request("submit_sm", fields, Math.max(1, deadline.endsAt - since), (response) => {
        this.responseMs += LATEST * (performance.now() - since - this.responseMs);
        taken = response.command_status === ESME_ROK;
        return taken ? this.accepted(response, { accountId, messageId, to, whole }) : this.notTaken(response);
      });
    } catch (error) {
      if (error instanceof ResponseTimeoutError || (error instanceof SessionClosedError && error.sent))
        return { type: "unknown" };
      return {
        type: "retry",
        error: unreachable("the connection to the carrier ended before the message went out"),
      };
    } finally {
      this.slots.release(session, { taken });
    }
  }

  private accepted(response: Pdu, message: TakenMessage): PartOutcome {
    const id = textOf(response, "message_id").trim();
    return {
      type: "accepted",
      ids: id === "" ? null : { id, reference: this.ids.recordAccepted(id, message) },
    };
  }

  private notTaken({ command_status }: Pdu): PartOutcome {
    const outcome = rejectionOf(command_status);
    if (outcome.type !== "throttled") return outcome;
    if (this.slots.throttle()) this.options.onThrottled(statusName(command_status));
    return { ...outcome, retryAfterMs: this.slots.throttledForMs };
  }

  private slotRefusalOutcome(why: SlotRefusal): PartOutcome {
    switch (why) {
      case "throttled": {
        const error = unreachable("the carrier throttles submissions", statusName(0x58));
        return { type: "throttled", error, retryAfterMs: this.slots.throttledForMs };
      }
      case "not bound":
        return { type: "away", error: unreachable("not bound to the carrier"), retryAfterMs: SECOND };
      case "expired":
        return {
          type: "away",
          error: unreachable("no submission slot became free in time"),
          retryAfterMs: SECOND,
        };
    }
  }
}

const CLOSED: PartOutcome = {
  type: "throttled",
  error: unreachable("the window of the message ended before a slot was free"),
  retryAfterMs: SECOND,
};
const FOR_NOW: ReadonlySet<string> = new Set(["retry", "throttled", "away"]);
/** Pause before the retry of a later part, in milliseconds. */
const RETRY_PART = 500;

/**
 * Returns the outcome of a message whose first part was accepted. One refused part makes the message
 * unreadable, so the message counts as refused. If a part is neither accepted nor refused, the outcome is
 * unknown.
 */
export function joinPartOutcomes(parts: readonly PartOutcome[]): SubmitOutcome {
  const refused = parts.find((part) => part.type === "refused");
  if (refused) return refused;
  if (!parts.every((part) => part.type === "accepted")) return { type: "unknown" };
  const named = parts.flatMap(({ ids }) => ids ?? []);
  if (!named[0]) return { type: "accepted" };
  return { type: "accepted", references: named.map(({ reference }) => reference), id: named[0].id };
}
