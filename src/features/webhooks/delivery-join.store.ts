import { anyOf, orderedJoin, rowsFrom, type Statement } from "../../platform/db/bulk";
import { type Binding, bytesOf, type Db, lockClause, textAsBytes } from "../../platform/db/dialect";
import { lockedSource, takeGuarded, withLockedRows } from "../../platform/db/statement-batch";
import { mergeGuard } from "../../queue/leases.store";
import type { LeasedDelivery } from "./delivery-job";

/** Deliveries of one endpoint. The first delivery receives all events; the other deliveries are deleted. */
export interface Join {
  members: readonly [LeasedDelivery, ...LeasedDelivery[]];
  eventCount: number;
}

const LOCKED_PAYLOADS = "locked_payloads";

/**
 * Joins leased deliveries of one endpoint in one transaction, on PostgreSQL in one statement. Returns the
 * request bodies of the first deliveries, by delivery id. Returns null, and changes nothing, if a lease was
 * lost.
 *
 * Locks jobs, deliveries and payloads in this order, as the purge does, to prevent deadlocks. Locks the
 * payloads in the order of ids, as the erasure of a number does, which rewrites events too.
 */
export async function joinDeliveries(
  db: Db,
  joins: readonly [Join, ...Join[]],
): Promise<Map<string, Buffer> | null> {
  const kept = joins.map(({ members: [head] }) => head);
  const merged = joins.flatMap(({ members }) => members.slice(1));
  const { accountId, key } = joins[0].members[0];
  const of = { accountId, webhookId: key };
  const all = rowsOf(db, of, [...kept, ...merged]);
  const deliveries = withLockedRows(mergeGuard(db, { kept, merged }), {
    name: "locked_deliveries",
    select: (gate) =>
      `select id from webhook_deliveries where ${all.deliveries.sql} and ${gate}
       order by id ${lockClause(db, "for update")}`,
    bindings: all.deliveries.bindings,
  });
  const guard = withLockedRows(deliveries, {
    name: LOCKED_PAYLOADS,
    select: (gate) =>
      `select account_id, id, events, event_ids from webhook_payloads where ${all.payloads.sql} and ${gate}
       order by id ${lockClause(db, "for update")}`,
    bindings: all.payloads.bindings,
  });
  const rest = rowsOf(db, of, merged);
  const bodies = await takeGuarded<{ id: string; events: string | Buffer }>(
    db,
    guard,
    (passed) => [
      countsStatement(db, of, joins, passed),
      deletionFrom("webhook_deliveries", rest.deliveries, passed),
      deletionFrom("webhook_payloads", rest.payloads, passed),
    ],
    (passed) => payloadsStatement(db, accountId, joins, passed),
  );
  return bodies && new Map(bodies.map(({ id, events }) => [id, bytesOf(events)]));
}

/** Returns the conditions that select the rows of the deliveries. */
function rowsOf(
  db: Db,
  { accountId, webhookId }: { accountId: string; webhookId: string },
  jobs: readonly LeasedDelivery[],
): Record<"deliveries" | "payloads", Statement> {
  const ids = jobs.map(({ id }) => id);
  const named = anyOf(db, "id", "uuid", ids).toSQL();
  const bindings = named.bindings as Binding[];
  return {
    deliveries: {
      sql: `account_id = ? and webhook_id = ? and ${named.sql}`,
      bindings: [accountId, webhookId, ...bindings],
    },
    payloads: { sql: `account_id = ? and ${named.sql}`, bindings: [accountId, ...bindings] },
  };
}

const deletionFrom = (table: string, { sql, bindings }: Statement, passed: string): Statement => ({
  sql: `delete from ${table} where ${sql} and ${passed}`,
  bindings,
});

function countsStatement(
  db: Db,
  { accountId, webhookId }: { accountId: string; webhookId: string },
  joins: readonly Join[],
  passed: string,
): Statement {
  const counts = rowsFrom(
    db,
    "joined",
    { head_id: "uuid", account_id: "uuid", webhook_id: "uuid", events: "integer" },
    joins.map(({ members, eventCount }) => ({
      head_id: members[0].id,
      account_id: accountId,
      webhook_id: webhookId,
      events: eventCount,
    })),
  );
  // Join on the whole key: with a bind for a part of the key, SQLite scans all deliveries for each row.
  return {
    sql: `update webhook_deliveries set event_count = joined.events from ${counts.sql}
     where webhook_deliveries.account_id = joined.account_id
       and webhook_deliveries.webhook_id = joined.webhook_id and webhook_deliveries.id = joined.head_id
       and ${passed}`,
    bindings: counts.bindings,
  };
}

/** Returns an expression for the JSON array of all elements, in the order of the members. */
const concatenated = (column: string): string =>
  `'[' || coalesce(string_agg(substr(p.${column}, 2, length(p.${column}) - 2), ',' order by m.place)
     filter (where length(p.${column}) > 2), '') || ']'`;

/** Returns the statement that moves the events of each join to its first delivery, and returns the bodies. */
function payloadsStatement(db: Db, accountId: string, joins: readonly Join[], passed: string): Statement {
  const members = rowsFrom(
    db,
    "m",
    { id: "uuid", head_id: "uuid", place: "integer", account_id: "uuid" },
    joins.flatMap(({ members }) =>
      members.map(({ id }, place) => ({ id, head_id: members[0].id, place, account_id: accountId })),
    ),
  );
  const source = lockedSource(db, { name: LOCKED_PAYLOADS, table: "webhook_payloads" });
  const body = textAsBytes(db, "events").toSQL();
  return {
    sql: `update webhook_payloads set events = joined.all_events, event_ids = joined.all_ids
     from (select m.account_id as in_account, m.head_id,
         ${concatenated("events")} as all_events, ${concatenated("event_ids")} as all_ids
       from ${members.sql}
       ${orderedJoin(db)} ${source} p on p.account_id = m.account_id and p.id = m.id
       group by m.account_id, m.head_id) as joined
     where webhook_payloads.account_id = joined.in_account and webhook_payloads.id = joined.head_id
       and ${passed}
     returning id, ${body.sql}`,
    bindings: [...members.bindings, ...(body.bindings as Binding[])],
  };
}
