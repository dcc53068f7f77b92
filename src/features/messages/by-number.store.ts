import type { components } from "../../../generated/schema";
import { digitsOf, namesNumber, withoutNumber } from "../../messaging/erased-number";
import { type Db, positionFunction } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";
import { keysAfter } from "./idempotency.store";
import type { Message } from "./message";
import { type MessageRow, toMessage } from "./messages.store";

type SendResponse = components["schemas"]["SendMessagesResponse"];

interface MessageToNumber extends Message {
  /** The recipient's variables, stored only for messages with follow-up rules; null otherwise. */
  variables: Readonly<Record<string, string>> | null;
}

/** Returns the next messages to a number (E.164), with ids after `after` and up to `upTo`, oldest first. */
export async function messagesToNumber(
  db: Db,
  { accountId, phone, after, upTo }: { accountId: string; phone: string; after: string; upTo: string },
  limit: number,
): Promise<MessageToNumber[]> {
  const rows = await db<MessageRow>("messages")
    .where({ account_id: accountId, recipient: phone })
    .where("id", ">", after)
    .where("id", "<=", upTo)
    .orderBy("id")
    .limit(limit)
    .select("*");
  return (rows as (MessageRow & { variables: string | null })[]).map((row) =>
    Object.assign(toMessage(row), {
      variables: row.variables === null ? null : (JSON.parse(row.variables) as Record<string, string>),
    }),
  );
}

export interface KeySlice {
  /** Lower bound of the keys, exclusive; null to begin. */
  after: string | null;
  /** Latest creation time of a key to read. */
  storedBy: Instant;
  limit: number;
}

interface NamingResponse {
  key: string;
  /** JSON of the response body. */
  answer: string;
  created_at: Instant;
}

/**
 * Returns the idempotency keys with the number's digits in the key or in the response, in a slice of the
 * account's keys. `last` is the last key of the slice; null if no keys follow.
 */
export async function namingResponses(
  db: Db,
  { accountId, phone }: { accountId: string; phone: string },
  { after, storedBy, limit }: KeySlice,
): Promise<{ responses: NamingResponse[]; last: string | null }> {
  const keys = await keysAfter(db, accountId, after, limit);
  const last = keys.at(-1);
  if (last === undefined) return { responses: [], last: null };
  const contains = (column: string) => `${positionFunction(db)}(${column}, ?) > 0`;
  const digits = digitsOf(phone);
  const responses = (await db("idempotency_keys")
    .where({ account_id: accountId })
    .where("key", ">=", keys[0] as string)
    .where("key", "<=", last)
    .where("created_at", "<=", storedBy)
    .whereRaw(`(${contains("answer")} or ${contains("key")})`, [digits, digits])
    .orderBy("key")
    .select("key", "answer", "created_at")) as NamingResponse[];
  return { responses, last: keys.length < limit ? null : last };
}

interface ResponseOfNumber {
  /** Idempotency key; null if it lacks the number, or has digits that may be another person's number. */
  key: string | null;
  createdAt: Instant;
  /** The response, with the results of the number alone. */
  response: SendResponse;
}

/** Stored responses per statement. Each response has up to 150 KB. */
const RESPONSES_AT_ONCE = 25;

/** Ten digits, also with separators, which may be another number in an idempotency key. */
const TEN_DIGITS = /(?:\d[^\dA-Za-z]*){10}/;

/** Returns whether an idempotency key contains the number, and no other digits that may be a number. */
const hasOnlyNumber = (key: string, phone: string): boolean =>
  namesNumber(key, phone) && !TEN_DIGITS.test(withoutNumber<string | null>(key, phone) ?? "");

/** Yields the stored responses of sends to the number (E.164): one array, perhaps empty, for each slice. */
export async function* responsesOfNumber(
  db: Db,
  of: { accountId: string; phone: string },
  storedBy: Instant,
): AsyncGenerator<ResponseOfNumber[]> {
  const { phone } = of;
  let after: string | null = null;
  do {
    const slice = { after, storedBy, limit: RESPONSES_AT_ONCE };
    const { responses, last } = await namingResponses(db, of, slice);
    yield responses.flatMap(({ key, answer, created_at: createdAt }): ResponseOfNumber[] => {
      const response = JSON.parse(answer) as SendResponse;
      const data = response.data.filter(({ to }) => to === phone);
      if (data.length === 0 && !namesNumber(key, phone)) return [];
      return [{ key: hasOnlyNumber(key, phone) ? key : null, createdAt, response: { ...response, data } }];
    });
    after = last;
  } while (after !== null);
}
