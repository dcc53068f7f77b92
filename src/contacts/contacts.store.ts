import { suppressingLists } from "../contact-lists/suppression.store";
import { anyOf } from "../db/bulk";
import type { Db } from "../db/dialect";
import type { KnownContact } from "../messages/draft";
import type { Channel } from "../messages/message";

interface KnownContactRow {
  id: string;
  phone: string;
  name: string | null;
  attributes: string;
  suppressed: string | null;
}

/** The contacts that have these numbers (E.164), by number, with whether each is suppressed on the channel. */
export async function contactsByPhone(
  db: Db,
  accountId: string,
  channel: Channel,
  phones: readonly string[],
): Promise<Map<string, KnownContact>> {
  const lists = await suppressingLists(db, accountId, channel);
  const suppressed =
    lists.length === 0
      ? db.raw("null as suppressed")
      : db("list_members as m")
          .select("m.contact_id")
          .whereRaw("m.account_id = c.account_id and m.contact_id = c.id")
          .where(anyOf(db, "m.list_id", "uuid", lists))
          .limit(1)
          .as("suppressed");
  const rows = (await db("contacts as c")
    .select("c.id", "c.phone", "c.name", "c.attributes", suppressed)
    .where("c.account_id", accountId)
    .where(anyOf(db, "c.phone", "text", phones))
    .whereNull("c.deleted_at")) as KnownContactRow[];
  return new Map(
    rows.map((row) => [
      row.phone,
      {
        id: row.id,
        phone: row.phone,
        name: row.name,
        attributes:
          row.attributes === "{}" ? NO_ATTRIBUTES : (JSON.parse(row.attributes) as Record<string, string>),
        suppressed: row.suppressed !== null,
      },
    ]),
  );
}

const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze({});
