import type { Knex } from "knex";
import { fewContactsQuestion } from "../contact-lists/known-contacts.store";
import type { Channel } from "../../messaging/channel";
import { askTogether } from "../../platform/db/statement-batch";
import { chosenSenderQuestion } from "../senders/senders.store";
import type { Instant } from "../../platform/time";
import { type EffectTogether, effectsTogether, type MessageEffects } from "./message-effects";
import { answerQuestion } from "./idempotency.store";

export interface FactsWanted {
  accountId: string;
  channel: Channel;
  /** The chosen sender; null for the channel's default. */
  senderId: string | null;
  /** A few, in E.164. */
  phones: readonly string[];
  /** Whether contacts' attributes are wanted. */
  withValues: boolean;
  /** The idempotency key. */
  key: string | null;
  now: Instant;
}

/** All that a send to few depends on, asked at once. */
export async function sendFacts(
  { db, messageEffects }: { db: Knex } & MessageEffects,
  { accountId, channel, senderId, phones, withValues, key, now }: FactsWanted,
) {
  const effects = effectsTogether({ messageEffects });
  const questions = {
    sender: chosenSenderQuestion(accountId, channel, senderId),
    contacts: fewContactsQuestion(accountId, channel, phones, withValues),
    ...questionsOf(effects, accountId),
  };
  const answers =
    key === null
      ? { ...(await askTogether(db, questions)), stored: null }
      : await askTogether(db, { ...questions, stored: answerQuestion(accountId, key, now) });
  /** Whom each effect concerns, in their order. */
  const concerned = effects.map((_, index) => (answers as Partial<Concerned>)[nameOf(index)] ?? []);
  return { ...answers, concerned };
}

type EffectName = `effect${number}`;
type Concerned = Record<EffectName, readonly string[]>;

const nameOf = (index: number): EffectName => `effect${index}`;

const questionsOf = (
  effects: readonly EffectTogether[],
  accountId: string,
): Record<EffectName, ReturnType<EffectTogether["question"]>> =>
  Object.fromEntries(effects.map((effect, index) => [nameOf(index), effect.question(accountId)]));
