import type { Instant } from "../time";
import type { HistoryEntry, MessageError, MessageState, MessageStatus } from "./message";
import { nextStatus } from "./status";

/** A status that was reported or decided, with what it means for the bill. */
export interface Step {
  status: MessageStatus;
  at: Instant;
  error?: MessageError | null;
  /** What the message costs from now on, in micro-units; unchanged where absent. */
  price?: number;
}

/** One status that a message really entered. */
export interface Transition {
  message: MessageState;
  previous: MessageStatus | null;
  status: MessageStatus;
  /** Counts the message's changes from 1. */
  sequence: number;
  at: Instant;
  error: MessageError | null;
  price: number;
}

export interface Advance {
  /** The message after all steps. */
  message: MessageState;
  transitions: Transition[];
  /** Steps that the state machine refused: they change nothing. */
  ignored: Step[];
}

const wasSubmitted = (history: readonly HistoryEntry[]) => history.some(([status]) => status === "sent");

/** Takes a message through steps in order. Times never run backwards: a report may carry a clock behind ours. */
export function advance(message: MessageState, steps: readonly Step[]): Advance {
  const transitions: Transition[] = [];
  const ignored: Step[] = [];
  let state = message;
  for (const step of steps) {
    const status = nextStatus(state.status, step.status, { submitted: wasSubmitted(state.history) });
    if (status === null) {
      ignored.push(step);
      continue;
    }
    const at = Math.max(step.at, state.history.at(-1)?.[1] ?? 0);
    const error = step.error ?? null;
    const entry: HistoryEntry = error === null ? [status, at] : [status, at, error];
    const next: MessageState = {
      ...state,
      status,
      price: step.price ?? state.price,
      history: [...state.history, entry],
    };
    transitions.push({
      message: next,
      previous: state.status,
      status,
      sequence: next.history.length,
      at,
      error,
      price: next.price,
    });
    state = next;
  }
  return { message: state, transitions, ignored };
}
