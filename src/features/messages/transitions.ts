import type { Instant } from "../../platform/time";
import type { HistoryEntry, MessageError, MessageState, MessageStatus } from "./message";
import { nextStatus } from "../../messaging/status";

/** A status that was reported or decided. */
export interface Step {
  status: MessageStatus;
  at: Instant;
  error?: MessageError | null;
  /** New price of the message, in micro-units. Unchanged if absent. */
  price?: number;
  /** Connection that accepted the message, and the carrier's reference. Unchanged if absent. */
  taken?: { carrier: string; reference: string | null };
  /** Whether the number does not have the channel. */
  lacksChannel?: boolean;
}

/** The fields of a message that events and effects use and that status changes do not affect. */
export type MessageIdentity = Pick<
  MessageState,
  "id" | "channel" | "recipient" | "templateId" | "campaignId" | "clientReference" | "followUps"
>;

/** A status that a message has entered. */
export interface Transition {
  message: MessageIdentity;
  previous: MessageStatus | null;
  status: MessageStatus;
  /** Number of this change among the message's changes, from 1. */
  sequence: number;
  at: Instant;
  error: MessageError | null;
  price: number;
  /** Whether the number does not have the channel. */
  lacksChannel?: boolean;
}

export interface Advance {
  /** The message's history after all steps. */
  history: readonly HistoryEntry[];
  transitions: Transition[];
  /** Steps that the state machine rejected. */
  ignored: Step[];
}

const wasSubmitted = (history: readonly HistoryEntry[]) => history.some(([status]) => status === "sent");

/** Applies steps in order. Raises a step's time to the previous one: a carrier's clock may be behind. */
export function advance(message: MessageState, steps: readonly Step[]): Advance {
  const transitions: Transition[] = [];
  const ignored: Step[] = [];
  const history = [...message.history];
  let { status: previous, price } = message;
  for (const step of steps) {
    const status = nextStatus(previous, step.status, { submitted: wasSubmitted(history) });
    if (status === null) {
      ignored.push(step);
      continue;
    }
    const at = Math.max(step.at, history.at(-1)?.[1] ?? 0);
    const error = step.error ?? null;
    price = step.price ?? price;
    history.push(error === null ? [status, at] : [status, at, error]);
    const { lacksChannel } = step;
    transitions.push({ message, previous, status, sequence: history.length, at, error, price, lacksChannel });
    previous = status;
  }
  return { history, transitions, ignored };
}
