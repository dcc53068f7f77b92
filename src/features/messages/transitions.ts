import type { BlockReason } from "../../messaging/block-reason";
import type { Instant } from "../../platform/time";
import type { HistoryEntry, MessageError, MessageState, MessageStatus } from "./message";
import { nextStatus } from "../../messaging/status";

/** A new status that a carrier reported or the service decided. */
export interface Step {
  status: MessageStatus;
  at: Instant;
  error?: MessageError | null;
  blockReason?: BlockReason;
  /** New price of the message, in micro-units. Unchanged if absent. */
  price?: number;
  /** Connection that accepted the message, and the carrier's reference. Unchanged if absent. */
  taken?: { carrier: string; reference: string | null };
  /** Whether the number lacks the channel, such as a phone without RCS. */
  lacksChannel?: boolean;
}

/** Fields of a message that events and effects use. Status changes do not alter these fields. */
type MessageIdentity = Omit<
  MessageState,
  "accountId" | "batchId" | "status" | "price" | "history" | "createdAt"
>;

export interface Transition {
  message: MessageIdentity;
  previous: MessageStatus | null;
  status: MessageStatus;
  /** Number of this change in the message's history, from 1. */
  sequence: number;
  at: Instant;
  error: MessageError | null;
  blockReason: BlockReason | null;
  price: number;
  lacksChannel?: boolean;
}

interface Advance {
  history: readonly HistoryEntry[];
  transitions: Transition[];
  /** Steps that the status state machine rejected. */
  ignored: Step[];
}

const wasSubmitted = (history: readonly HistoryEntry[]) => history.some(([status]) => status === "sent");

/** Applies steps in order. Raises a time to the previous step's time: a carrier's clock may be behind. */
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
    const { lacksChannel, blockReason = null } = step;
    const sequence = history.length;
    transitions.push({ message, previous, status, sequence, at, error, blockReason, price, lacksChannel });
    previous = status;
  }
  return { history, transitions, ignored };
}
