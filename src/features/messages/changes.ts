import type { Statement } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";
import type { JobNotification } from "../../queue/job";
import { CountChanges, countStatements } from "./counts.store";
import {
  changesStatements,
  type MessageChanges,
  type MessageEffects,
  writeChanges,
  type WrittenChanges,
} from "./message-effects";
import type { MessageState } from "./message";
import { type MessageUpdate, messagesUpdate } from "./messages.store";
import { advance, type Step, type Transition } from "./transitions";

interface StateChange {
  message: MessageState;
  steps: readonly Step[];
  /**
   * Whether to ignore the message's follow-up rules: a follow-up caused the change, or the message was
   * blocked, was ended by the operator or belongs to a deleted campaign.
   */
  skipFollowUps?: boolean;
}

export interface Applied {
  transitions: Transition[];
  ignored: number;
  /** Job keys whose workers are notified after the commit. */
  notifications: JobNotification[];
}

/** New states of one account's messages, not written yet. */
interface Advanced {
  accountId: string;
  now: Instant;
  transitions: Transition[];
  ignored: number;
  updates: MessageUpdate[];
  counts: CountChanges;
}

/**
 * Computes the new states of one account's messages after status steps, and writes nothing. Limits the time
 * of each step to `now`: a carrier's clock may be ahead, and follow-ups would wait for that time.
 */
export function advanceAll(accountId: string, changes: readonly StateChange[], now: Instant): Advanced {
  const counts = new CountChanges();
  const transitions: Transition[] = [];
  const updates: MessageUpdate[] = [];
  let ignored = 0;
  for (const { message, steps, skipFollowUps = false } of changes) {
    const past = steps.map((step) => (step.at <= now ? step : { ...step, at: now }));
    const advanced = advance(skipFollowUps ? { ...message, followUps: null } : message, past);
    ignored += advanced.ignored.length;
    if (advanced.transitions.length === 0) continue;
    const last = advanced.transitions.at(-1) as Transition;
    counts.add(message, message.status, -1, -message.price);
    counts.add(message, last.status, 1, last.price);
    transitions.push(...advanced.transitions);
    const { taken } = past.find((step) => step.taken) ?? {};
    updates.push({
      id: message.id,
      status: last.status,
      price: last.price,
      error: last.error === null ? null : JSON.stringify(last.error),
      history: JSON.stringify(advanced.history),
      ...(last.blockReason === null ? {} : { block_reason: last.blockReason }),
      ...(taken ? { carrier: taken.carrier, carrier_reference: taken.reference } : {}),
    });
  }
  return { accountId, now, transitions, ignored, updates, counts };
}

/**
 * Writes new message states, histories, counts, effects and the statements `along`. Returns the job keys
 * whose workers to notify after the commit. The caller must hold the messages by a lease or by row locks.
 */
export const writeAdvanced = (
  effects: MessageEffects,
  trx: Db,
  all: readonly Advanced[],
  along: readonly (Statement | null)[] = [],
): Promise<JobNotification[]> => writeChanges(effects, trx, writtenChanges(trx, all), along);

/**
 * Returns the statements of new message states, histories, counts and effects, and the job keys whose workers
 * to notify after their commit. Returns null if only `writeAdvanced` can write them. The caller must hold the
 * messages by a lease that the commit checks.
 */
export const advancedStatements = (effects: MessageEffects, db: Db, all: readonly Advanced[]) =>
  changesStatements(effects, db, writtenChanges(db, all));

const writtenChanges = (db: Db, all: readonly Advanced[]): WrittenChanges[] =>
  all
    .filter(({ transitions }) => transitions.length > 0)
    .map((one) => ({
      changes: changesOf(one),
      statements: [messagesUpdate(db, one.accountId, one.updates, one.now), ...countStatements(db, [one])],
    }));

const changesOf = ({ accountId, now, transitions }: Advanced): MessageChanges => ({
  accountId,
  now,
  created: false,
  withFollowUps: transitions.some(({ message }) => message.followUps !== null),
  transitions: () => transitions,
});

export async function applyChanges(
  effects: MessageEffects,
  trx: Db,
  accountId: string,
  changes: readonly StateChange[],
  now: Instant,
): Promise<Applied> {
  const advanced = advanceAll(accountId, changes, now);
  const notifications = await writeAdvanced(effects, trx, [advanced]);
  return { transitions: advanced.transitions, ignored: advanced.ignored, notifications };
}
