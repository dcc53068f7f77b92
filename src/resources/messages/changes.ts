import type { App } from "../../app/app";
import type { Db } from "../../platform/db/dialect";
import { endWaits, type FollowUp, insertFollowUps } from "../../engine/follow-ups/follow-ups.store";
import { endsWaits, type MessageFollowUps, rulesMetBy } from "../../messaging/follow-up-rules";
import type { Instant } from "../../platform/time";
import { enqueueEvents } from "../webhooks/outbox.store";
import { CountChanges, writeCounts } from "./counts.store";
import { updateEvents } from "./events";
import type { MessageState } from "./message";
import { type MessageUpdate, updateMessages } from "./messages.store";
import { advance, type Step, type Transition } from "./transitions";

export interface StateChange {
  message: MessageState;
  steps: readonly Step[];
  /** Brings about no follow-ups: it is a consequence of one. */
  quiet?: boolean;
}

/**
 * Takes messages of one account through their steps and writes everything that follows — states, histories, counts,
 * follow-ups and events — in the caller's transaction. The caller holds the messages: by a lease or by row locks. Nothing
 * has happened later than now: a carrier's clock may be ahead, and what follows would wait until the present gets there.
 */
export async function applyChanges(
  { ids, messageEffects }: Pick<App, "ids" | "messageEffects">,
  trx: Db,
  accountId: string,
  changes: readonly StateChange[],
  now: Instant,
): Promise<{ transitions: Transition[]; ignored: number }> {
  const counts = new CountChanges();
  const transitions: Transition[] = [];
  const updates: MessageUpdate[] = [];
  const met: Omit<FollowUp, "accountId">[] = [];
  const arrived: string[] = [];
  let ignored = 0;
  for (const { message, steps, quiet = false } of changes) {
    const past = steps.map((step) => ({ ...step, at: Math.min(step.at, now) }));
    const advanced = advance(message, past);
    ignored += advanced.ignored.length;
    if (advanced.transitions.length === 0) continue;
    const last = advanced.transitions.at(-1) as Transition;
    counts.add(message, message.status, -1, -message.price);
    counts.add(message, last.status, 1, last.price);
    transitions.push(...advanced.transitions);
    if (message.followUps !== null && !quiet)
      met.push(...rulesMet(message, message.followUps, advanced.transitions, now));
    if (message.followUps !== null && endsWaits(message.followUps, last.status)) arrived.push(message.id);
    updates.push({
      id: message.id,
      status: last.status,
      price: last.price,
      error: last.error === null ? null : JSON.stringify(last.error),
      history: JSON.stringify(advanced.history),
    });
  }
  await updateMessages(trx, accountId, updates, now);
  await writeCounts(trx, accountId, counts);
  await insertFollowUps(trx, accountId, met, now);
  await endWaits(trx, accountId, arrived);
  await enqueueEvents(trx, accountId, () => updateEvents(transitions, ids, now), now, ids);
  // Last: what they wait for is held until the end of the transaction.
  if (transitions.length > 0) {
    for (const effect of messageEffects) await effect(trx, accountId, transitions, now);
  }
  return { transitions, ignored };
}

const rulesMet = (
  { id }: MessageState,
  followUps: MessageFollowUps,
  transitions: readonly Transition[],
  now: Instant,
) =>
  transitions.flatMap((transition) =>
    rulesMetBy(followUps, { ...transition, at: Math.min(transition.at, now) }).map((rule) => ({
      ...rule,
      messageId: id,
    })),
  );
