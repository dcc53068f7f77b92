import type { Knex } from "knex";
import { anyOf, type Statement } from "../../platform/db/bulk";
import { bytesOf, type Db, lockRows, textAsBytes } from "../../platform/db/dialect";

/** Payloads per insert statement, far below the limits of PostgreSQL and SQLite. */
const PAYLOADS_PER_STATEMENT = 100;

export interface Payload {
  accountId: string;
  /** Id of the delivery. */
  id: string;
  /** JSON array of the events; the request's body. */
  events: string;
  /** JSON array of the events' ids. */
  eventIds: string;
  /**
   * Number (E.164) of the person in an inbound record or a consent; null for other events and once erased.
   */
  person: string | null;
}

const toRow = ({ accountId, id, events, eventIds, person }: Payload) => ({
  account_id: accountId,
  id,
  events,
  event_ids: eventIds,
  person,
});

/**
 * Returns the statements that insert payloads. Each value is a separate bind: in an array or a JSON document,
 * every quote of a payload would need escaping.
 */
export function payloadStatements(payloads: readonly Payload[]): Statement[] {
  const statements: Statement[] = [];
  for (let start = 0; start < payloads.length; start += PAYLOADS_PER_STATEMENT) {
    const rows = payloads
      .slice(start, start + PAYLOADS_PER_STATEMENT)
      .map((one) => Object.values(toRow(one)));
    statements.push({
      sql: `insert into webhook_payloads (account_id, id, events, event_ids, person) values ${rows
        .map(() => "(?, ?, ?, ?, ?)")
        .join(", ")}`,
      bindings: rows.flat(),
    });
  }
  return statements;
}

const some = (db: Db, accountId: string, ids: readonly string[]) =>
  db("webhook_payloads")
    .where({ account_id: accountId })
    .where(anyOf(db, "id", "uuid", ids));

/** Returns the request bodies of an account's deliveries, by delivery id. */
export async function payloadsOf(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, Buffer>> {
  const rows = (await some(db, accountId, ids).select("id", textAsBytes(db, "events"))) as {
    id: string;
    events: string | Buffer;
  }[];
  return new Map(rows.map(({ id, events }) => [id, bytesOf(events)]));
}

export async function eventIdsOf(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = (await some(db, accountId, ids).select("id", "event_ids")) as {
    id: string;
    event_ids: string;
  }[];
  return new Map(rows.map(({ id, event_ids }) => [id, JSON.parse(event_ids) as string[]]));
}

/**
 * Returns the statements that move the events of each join to its first delivery and delete the other
 * payloads. The caller must hold the leases of the deliveries. Locks the payloads in the order of ids, as the
 * erasure of a number does, which rewrites events too.
 */
export async function joinedPayloads(
  trx: Db,
  accountId: string,
  joins: readonly (readonly string[])[],
): Promise<(Statement | null)[]> {
  const payloads = some(trx, accountId, joins.flat()).orderBy("id");
  const rows = (await lockRows(trx, payloads).select("id", "events", "event_ids")) as {
    id: string;
    events: string;
    event_ids: string;
  }[];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const updates = joins.map(([head = "", ...others]): Statement => {
    const parts = [head, ...others].flatMap((id) => byId.get(id) ?? []);
    return {
      sql: "update webhook_payloads set events = ?, event_ids = ? where account_id = ? and id = ?",
      bindings: [
        joinLists(parts.map(({ events }) => events)),
        joinLists(parts.map(({ event_ids }) => event_ids)),
        accountId,
        head,
      ],
    };
  });
  return [
    ...updates,
    deletionOf(
      trx,
      accountId,
      joins.flatMap(([, ...others]) => others),
    ),
  ];
}

const deletionOf = (db: Db, accountId: string, ids: readonly string[]): Statement | null => {
  const named = anyOf(db, "id", "uuid", ids).toSQL();
  return ids.length === 0
    ? null
    : {
        sql: `delete from webhook_payloads where account_id = ? and ${named.sql}`,
        bindings: [accountId, ...(named.bindings as Knex.RawBinding[])],
      };
};

/** Concatenates JSON arrays as text. */
function joinLists(lists: readonly string[]): string {
  const elements = lists.map((list) => list.slice(1, -1)).filter((list) => list !== "");
  return `[${elements.join(",")}]`;
}

export async function deletePayloads(trx: Db, accountId: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await some(trx, accountId, ids).delete();
}
