import type { Instant } from "../../platform/time";
import type { HistoryEntry, MessageError, MessageState, MessageStatus } from "./message";
import { nextStatus } from "../../messaging/status";

/** A status that was reported or decided, with what it means for the bill. */
export interface Step {
  status: MessageStatus;
  at: Instant;
  error?: MessageError | null;
  /** What the message costs from now on, in micro-units; unchanged where absent. */
  price?: number;
  /** The connection that took it, and what its carrier calls it; unchanged where absent. */
  taken?: { carrier: string; reference: string | null };
  /** The number does not have the channel at all. */
  lacksChannel?: boolean;
}

/** What no change of status touches, as far as changes are told to others. */
export type MessageIdentity = Pick<
  MessageState,
  "id" | "channel" | "recipient" | "templateId" | "campaignId" | "clientReference" | "followUps"
>;

/** One status that a message really entered. */
export interface Transition {
  message: MessageIdentity;
  previous: MessageStatus | null;
  status: MessageStatus;
  /** Counts the message's changes from 1. */
  sequence: number;
  at: Instant;
  error: MessageError | null;
  price: number;
  /** As of its step. */
  lacksChannel?: boolean;
}

export interface Advance {
  /** The message's history after all steps. */
  history: readonly HistoryEntry[];
  transitions: Transition[];
  /** Steps that the state machine refused: they change nothing. */
  ignored: Step[];
}

const wasSubmitted = (history: readonly HistoryEntry[]) => history.some(([status]) => status === "sent");

/** Takes a message through steps in order. Times never run backwards: a report may carry a clock behind ours. */
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
