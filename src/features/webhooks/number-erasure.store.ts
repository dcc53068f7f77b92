import { digitsOf } from "../../messaging/erased-number";
import type { Foreground } from "../../platform/concurrency/foreground";
import { anyOf } from "../../platform/db/bulk";
import { beginWrite, type Db, lockRows, positionFunction } from "../../platform/db/dialect";
import { firstIdAt, instantOf } from "../../platform/ids";
import { type MessageUpdateEvent, withoutRecipient } from "../messages/message-events";
import { unattemptedDeliveries } from "./by-number.store";
import { momentOf } from "./message-delivery-index.store";

type Deps = { db: Db; foreground: Foreground };

/** Maximum payloads that a transaction reads and updates. A payload has up to 100 events. */
const PAYLOADS_AT_ONCE = 20;

interface Erased {
  accountId: string;
  /** Number in E.164. */
  phone: string;
  /** Last message id. Events of later messages stay unchanged, unless `messageIds` names the message. */
  upTo: string;
  messageIds: readonly string[];
}

/**
 * Erases the number from the stored events of these messages. Events that are written during the erasure may
 * keep the number. Returns the number of rewritten payloads.
 */
export async function eraseMessageEvents(deps: Deps, of: Erased): Promise<number> {
  const { db } = deps;
  const { accountId, messageIds } = of;
  const [oldest] = [...messageIds].sort();
  if (oldest === undefined) return 0;
  const moments = [...new Set(messageIds.map(momentOf))];
  // The index has a delivery from its first attempt on, so read deliveries without attempts first.
  let erased = 0;
  for await (const ids of unattemptedDeliveries(db, accountId, firstIdAt(instantOf(oldest)))) {
    erased += await eraseFromPayloads(deps, of, ids);
    await deps.foreground.yieldToRequests();
  }
  const indexed = (await db("message_deliveries")
    .where({ account_id: accountId })
    .where(anyOf(db, "moment", "bigint", moments))
    .distinct()
    .pluck("delivery_id")) as string[];
  return erased + (await eraseFromPayloads(deps, of, indexed));
}

/**
 * Erases the number from the events of these deliveries, but only from events of messages with ids up to
 * `upTo` or in `messageIds`. Returns the number of rewritten payloads.
 */
export async function eraseFromPayloads(
  { db, foreground }: Deps,
  { accountId, phone, upTo, messageIds }: Erased,
  deliveryIds: readonly string[],
): Promise<number> {
  const messages = new Set(messageIds);
  const isErased = ({ data: { message_id: id } }: MessageUpdateEvent) => id <= upTo || messages.has(id);
  let erased = 0;
  for (let start = 0; start < deliveryIds.length; start += PAYLOADS_AT_ONCE) {
    await foreground.yieldToRequests();
    const read = deliveryIds.slice(start, start + PAYLOADS_AT_ONCE);
    // An event of a message to the number has its digits, as `to`, until the event is erased.
    const naming = (reader: Db, ids: readonly string[]) =>
      reader("webhook_payloads")
        .where({ account_id: accountId })
        .where(anyOf(reader, "id", "uuid", ids))
        .whereRaw(`${positionFunction(reader)}(events, ?) > 0`, [digitsOf(phone)])
        .orderBy("id");
    // Find the payloads before the transaction: most do not contain the number.
    const some = (await naming(db, read).pluck("id")) as string[];
    if (some.length === 0) continue;
    erased += await db.transaction(async (trx): Promise<number> => {
      await beginWrite(trx);
      const rows = (await lockRows(trx, naming(trx, some)).select("id", "events")) as {
        id: string;
        events: string;
      }[];
      for (const { id, events } of rows) {
        const parsed = JSON.parse(events) as MessageUpdateEvent[];
        const changed = parsed.map((event) => (isErased(event) ? withoutRecipient(event, phone) : event));
        await trx("webhook_payloads")
          .where({ account_id: accountId, id })
          .update({ events: JSON.stringify(changed) });
      }
      return rows.length;
    });
  }
  return erased;
}
