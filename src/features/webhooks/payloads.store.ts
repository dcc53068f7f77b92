import { anyOf, type Statement } from "../../platform/db/bulk";
import { type Binding, bytesOf, type Db, textAsBytes } from "../../platform/db/dialect";
import type { Query } from "../../platform/db/statement-batch";

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

interface StoredBody {
  id: string;
  events: string | Buffer;
}

/** Returns the request bodies of an account's deliveries, by delivery id. */
export async function payloadsOf(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, Buffer>> {
  const rows = await some(db, accountId, ids).select("id", textAsBytes(db, "events"));
  return new Map((rows as StoredBody[]).map(({ id, events }) => [id, bytesOf(events)]));
}

/** Returns the query for the request body of a delivery. */
export const payloadQuery = (
  db: Db,
  accountId: string,
  id: string,
): Query<Pick<StoredBody, "events">, Buffer | null> => {
  const body = textAsBytes(db, "events").toSQL();
  return {
    sql: `select ${body.sql} from webhook_payloads where account_id = ? and id = ?`,
    bindings: [...(body.bindings as Binding[]), accountId, id],
    read: ([row]) => (row ? bytesOf(row.events) : null),
  };
};

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

export async function deletePayloads(trx: Db, accountId: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await some(trx, accountId, ids).delete();
}
