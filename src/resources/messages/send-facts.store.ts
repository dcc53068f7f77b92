import type { Knex } from "knex";
import { fewContactsQuestion } from "../contacts/contacts.store";
import { askTogether } from "../../platform/db/together";
import { defaultSenderQuestion } from "../senders/senders.store";
import type { Instant } from "../../platform/time";
import { endpointsQuestion } from "../webhooks/outbox.store";
import { answerQuestion } from "./idempotency.store";
import type { Channel } from "./message";

export interface FactsWanted {
  accountId: string;
  channel: Channel;
  /** A few, in E.164. */
  phones: readonly string[];
  /** Whether contacts' attributes are wanted. */
  withValues: boolean;
  /** The idempotency key. */
  key: string | null;
  now: Instant;
}

/** All that a send to few depends on, asked at once. */
export async function sendFacts(db: Knex, { accountId, channel, phones, withValues, key, now }: FactsWanted) {
  const questions = {
    sender: defaultSenderQuestion(accountId, channel),
    contacts: fewContactsQuestion(accountId, channel, phones, withValues),
    webhookIds: endpointsQuestion(accountId),
  };
  if (key === null) return { ...(await askTogether(db, questions)), stored: null };
  return askTogether(db, { ...questions, stored: answerQuestion(accountId, key, now) });
}
