import { digitsOf, withoutNumber } from "../../messaging/erased-number";
import { anyOf } from "../../platform/db/bulk";
import { beginWrite, type Db, lockRows, positionFunction } from "../../platform/db/dialect";
import { firstIdAt, instantOf } from "../../platform/ids";
import type { MessageUpdateEvent } from "../messages/message-events";
import { NO_ATTEMPTS } from "./delivery";
import { momentOf } from "./message-delivery-index.store";

/** Payloads per transaction. A payload has up to 100 events. */
const PAYLOADS_AT_ONCE = 20;
const DELIVERIES_AT_ONCE = 1_000;

interface Erased {
  accountId: string;
  /** Number in E.164. */
  phone: string;
  /** Events of later messages stay unchanged, except those of `messageIds`. */
  upTo: string;
  messageIds: readonly string[];
}

/**
 * Erases the number from the stored events of these messages. Events that are written while this runs may
 * remain. Returns the number of changed requests.
 */
export async function eraseMessageEvents(db: Db, of: Erased): Promise<number> {
  const { accountId, messageIds } = of;
  const [oldest] = [...messageIds].sort();
  if (oldest === undefined) return 0;
  const moments = [...new Set(messageIds.map(momentOf))];
  // The index has a delivery from its first attempt on, so find deliveries without attempts first.
  const waiting = await eraseFromWaiting(db, of, firstIdAt(instantOf(oldest)));
  const indexed = (await db("message_deliveries")
    .where({ account_id: accountId })
    .where(anyOf(db, "moment", "bigint", moments))
    .distinct()
    .pluck("delivery_id")) as string[];
  return waiting + (await eraseFromPayloads(db, of, indexed));
}

/** Erases the number from the events of deliveries without attempts, which no index finds by message. */
async function eraseFromWaiting(db: Db, of: Erased, since: string): Promise<number> {
  const { accountId } = of;
  const webhookIds = (await db("webhook_endpoints").where({ account_id: accountId }).pluck("id")) as string[];
  let erased = 0;
  for (const webhookId of webhookIds) {
    for (let from: string | null = since; from !== null;) {
      const rows = (await db("webhook_deliveries")
        .where({ account_id: accountId, webhook_id: webhookId })
        .where("id", ">", from)
        .orderBy("id")
        .limit(DELIVERIES_AT_ONCE)
        .select("id", "event_type", db.raw("attempts = ? as is_new", [NO_ATTEMPTS]))) as {
        id: string;
        event_type: string;
        is_new: boolean | number;
      }[];
      const waiting = rows.filter(({ event_type, is_new }) => event_type === "message_update" && is_new);
      const ids = waiting.map(({ id }) => id);
      erased += await eraseFromPayloads(db, of, ids);
      from = rows.length < DELIVERIES_AT_ONCE ? null : (rows.at(-1)?.id ?? null);
    }
  }
  return erased;
}

async function eraseFromPayloads(
  db: Db,
  { accountId, phone, upTo, messageIds }: Erased,
  deliveryIds: readonly string[],
): Promise<number> {
  const ids = new Set(messageIds);
  const isErased = ({ data: { message_id: id } }: MessageUpdateEvent) => id <= upTo || ids.has(id);
  let erased = 0;
  for (let start = 0; start < deliveryIds.length; start += PAYLOADS_AT_ONCE) {
    const some = deliveryIds.slice(start, start + PAYLOADS_AT_ONCE);
    erased += await db.transaction(async (trx): Promise<number> => {
      await beginWrite(trx);
      const query = trx("webhook_payloads")
        .where({ account_id: accountId })
        .where(anyOf(trx, "id", "uuid", some))
        .whereRaw(`${positionFunction(trx)}(events, ?) > 0`, [digitsOf(phone)])
        .orderBy("id");
      const rows = (await lockRows(trx, query).select("id", "events")) as { id: string; events: string }[];
      for (const { id, events } of rows) {
        const parsed = JSON.parse(events) as MessageUpdateEvent[];
        const changed = parsed.map((event) => (isErased(event) ? withoutNumber(event, phone) : event));
        await trx("webhook_payloads")
          .where({ account_id: accountId, id })
          .update({ events: JSON.stringify(changed) });
      }
      return rows.length;
    });
  }
  return erased;
}
