import type { Db } from "../../platform/db/dialect";
import type { InboundOfPerson } from "../inbound/erasure.store";
import { type InboundMessageEvent, withoutContent } from "../inbound/inbound-events";

const PAYLOADS_AT_ONCE = 100;

/**
 * Erases the content of a person's inbound messages from stored webhook events, delivered or not. Events of
 * messages with an id after `upTo` stay unchanged.
 */
export async function eraseInboundEvents(db: Db, { accountId, phone, upTo }: InboundOfPerson): Promise<void> {
  let after: string | undefined;
  do {
    const query = db("webhook_payloads").where({ account_id: accountId, person: phone });
    if (after !== undefined) void query.where("id", ">", after);
    const rows = (await query.orderBy("id").limit(PAYLOADS_AT_ONCE).select("id", "events")) as {
      id: string;
      events: string;
    }[];
    for (const { id, events } of rows) {
      const parsed = JSON.parse(events) as InboundMessageEvent[];
      if (parsed.some(({ data }) => data.id > upTo)) continue;
      await db("webhook_payloads")
        .where({ account_id: accountId, id })
        .update({ events: JSON.stringify(parsed.map(withoutContent)), person: null });
    }
    after = rows.length < PAYLOADS_AT_ONCE ? undefined : rows.at(-1)?.id;
  } while (after !== undefined);
}
