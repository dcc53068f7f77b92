import type { Knex } from "knex";
import { rollUpCounts } from "../../src/features/messages/counts.store";
import { searchOfContent } from "../../src/features/messages/rendered-message";
import { dialectOf } from "../../src/platform/db/dialect";
import { firstIdAt, type IdMaker, idMaker } from "../../src/platform/ids";
import { DAY, HOUR, type Instant, systemClock } from "../../src/platform/time";

/** Settled messages of an account, evenly over a period. */
export interface OldMessages {
  accountId: string;
  /** Number of the first message. Two messages with different numbers have different ids. */
  first: number;
  count: number;
  from: Instant;
  until: Instant;
}

/** Price of each message, in micro-units. */
export const PRICE = 50_000;

const CHUNK = 10_000;
const CONTENT = { type: "text", text: "Seu pedido já saiu para entrega e chega até amanhã." } as const;

/** Inserts messages, one statement for 10,000. Every second statement's messages belong to a campaign. */
export async function seedOldMessages(db: Knex, old: OldMessages): Promise<void> {
  const ids = idMaker(systemClock);
  for (let done = 0; done < old.count; done += CHUNK) {
    await db.raw(insertion(db, ids, old, [old.first + done, old.first + Math.min(done + CHUNK, old.count)]));
  }
  await countMessagesBetween(db, old);
}

function insertion(
  db: Knex,
  ids: IdMaker,
  { accountId, first, count, from, until }: OldMessages,
  [start, end]: readonly [start: number, end: number],
): string {
  const id =
    dialectOf(db) === "postgres"
      ? "(lpad(to_hex(at), 12, '0') || '70008' || lpad(to_hex(n), 15, '0'))::uuid"
      : "printf('%08x-%04x-7000-8000-%012x', at >> 16, at & 65535, n)";
  const campaign = (start / CHUNK) % 2 < 1 ? "null" : `'${ids.next(from)}'`;
  return `with recursive numbers(n) as (
      select cast(${start} as bigint) union all select n + 1 from numbers where n + 1 < ${end}
    ), given as (
      select n, ${from} + (n - ${first}) * ${until - from} / ${count} as at, (n * 37) % 100 as share,
        '+55119' || (10000000 + n % 1000000 * 10) as recipient
      from numbers
    )
    insert into messages (account_id, id, batch_id, channel, status, recipient, sender, template_id, campaign_id,
      content, segments, price, history, search, created_at, updated_at)
    select '${accountId}', ${id}, '${ids.next(from)}', case when n % 10 = 0 then 'rcs' else 'sms' end,
      case when share < 88 then 'delivered' when share < 94 then 'undelivered' when share < 98 then 'failed'
        else 'blocked' end,
      recipient, '27000', '${ids.next(from)}', ${campaign}, '${JSON.stringify(CONTENT)}', 1, ${PRICE},
      '[["pending",' || at || '],["sent",' || at || '],["delivered",' || at || ']]',
      recipient || '${searchOfContent(CONTENT)}', at, at
    from given`;
}

/** Writes the count changes of the period's messages, and adds them to the totals. */
async function countMessagesBetween(db: Knex, { accountId, from, until }: OldMessages): Promise<void> {
  await db.raw(
    `insert into message_counts
       (account_id, day, hour, channel, status, template_id, campaign_id, messages, price)
     select account_id, created_at / ${DAY}, created_at / ${HOUR}, channel, status, template_id, campaign_id,
       count(*), sum(price)
     from messages where account_id = ? and id >= ? and id < ? group by 1, 2, 3, 4, 5, 6, 7`,
    [accountId, firstIdAt(from), firstIdAt(until)],
  );
  while (await rollUpCounts(db, accountId));
}
