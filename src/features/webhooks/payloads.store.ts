import { anyOf, type Statement } from "../../platform/db/bulk";
import { bytesOf, type Db, textAsBytes } from "../../platform/db/dialect";
import { runStatements } from "../../platform/db/statement-batch";

/** Well below what either database takes in one statement. */
const PAYLOADS_PER_STATEMENT = 100;

export const NO_EVENTS = Buffer.from("[]");

/** What a delivery carries. */
export interface Payload {
  accountId: string;
  /** The delivery's. */
  id: string;
  /** A JSON array, sent as it stands. */
  events: string;
  /** A JSON array of the events' ids. */
  eventIds: string;
  /** Whose words it holds, by number (E.164); null where it holds nobody's. Such a one carries one event. */
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
 * Returns the statements that insert payloads, with one bind for each: an array or a JSON document would escape every
 * quote of their JSON.
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

/** The bodies of deliveries of one account, by the deliveries' ids. */
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

/** The ids of the events that deliveries of one account carry, by the deliveries' ids. */
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

/** Gives each first delivery the events of all that are joined with it, and removes what those carried. */
export async function joinPayloads(
  trx: Db,
  accountId: string,
  joins: readonly (readonly string[])[],
): Promise<void> {
  const ids = joins.flat();
  const rows = (await some(trx, accountId, ids).select("id", "events", "event_ids")) as {
    id: string;
    events: string;
    event_ids: string;
  }[];
  const byId = new Map(rows.map((row) => [row.id, row]));
  await deletePayloads(trx, accountId, ids);
  await runStatements(
    trx,
    payloadStatements(
      joins.map((members) => {
        const parts = members.flatMap((id) => byId.get(id) ?? []);
        return {
          accountId,
          id: members[0] as string,
          events: joinLists(parts.map(({ events }) => events)),
          eventIds: joinLists(parts.map(({ event_ids }) => event_ids)),
          person: null,
        };
      }),
    ),
  );
}

/** Several JSON arrays as one. */
function joinLists(lists: readonly string[]): string {
  const elements = lists.map((list) => list.slice(1, -1)).filter((list) => list !== "");
  return `[${elements.join(",")}]`;
}

export async function deletePayloads(trx: Db, accountId: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await some(trx, accountId, ids).delete();
}
