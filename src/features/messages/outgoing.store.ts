import { anyOf, type Statement } from "../../platform/db/bulk";
import { chunksBySize } from "../../platform/db/chunk-by-size";
import { type Db, rawRows } from "../../platform/db/dialect";
import { type Query, runQuery } from "../../platform/db/statement-batch";
import type { Message, MessageState, MessageStatus } from "./message";
import { type MessageRow, parseContent, STATE_COLUMNS, toState } from "./messages.store";

export type OutgoingMessage = MessageState &
  Pick<Message, "content" | "sender" | "carrier" | "carrierReference">;

/** Messages of a submission job: the id range from `first` to `last`, or only `ids` of that range. */
interface JobMessages {
  origin: string;
  first: string;
  last: string;
  ids?: readonly string[];
}

/** Returns the submission jobs' messages with the status, in order of creation. */
export async function messagesOfJobs(
  db: Db,
  accountId: string,
  jobs: readonly JobMessages[],
  status: MessageStatus,
): Promise<OutgoingMessage[]> {
  const rows: MessageRow[] = [];
  for (const query of jobMessagesQueries(db, accountId, jobs)) rows.push(...(await runQuery(db, query)));
  return outgoingOf(rows, status);
}

/** Returns the messages of `jobMessagesQueries` with the status, in order of creation. */
export const outgoingOf = (rows: readonly MessageRow[], status: MessageStatus): OutgoingMessage[] =>
  // Remove duplicates: a job that names a moved message may be read together with the message's later job.
  [...new Map(rows.map((row) => [row.id, row])).values()]
    .filter((row) => row.status === status)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(toOutgoing);

export async function messagesByIds(
  db: Db,
  accountId: string,
  ids: readonly string[],
  status: MessageStatus,
): Promise<OutgoingMessage[]> {
  if (ids.length === 0) return [];
  const { sql, bindings } = namedMessages(db, accountId, ids);
  const rows = await rawRows<MessageRow>(db, sql, bindings);
  return rows.filter((row) => row.status === status).map(toOutgoing);
}

const OUTGOING_COLUMNS = [...STATE_COLUMNS, "content", "sender", "carrier", "carrier_reference"] as const;

const SELECT_OUTGOING = `select ${OUTGOING_COLUMNS.join(", ")} from messages where account_id = ?`;

function namedMessages(db: Db, accountId: string, ids: readonly string[]): Statement {
  const which = anyOf(db, "id", "uuid", ids).toSQL();
  return {
    sql: `${SELECT_OUTGOING} and ${which.sql}`,
    bindings: [accountId, ...(which.bindings as string[])],
  };
}

const SUBQUERIES_PER_STATEMENT = 50;

/**
 * Returns the queries for the messages of submission jobs, with any status and in any order. Reads each id
 * range in a separate subquery: the plan of a join would depend on stale statistics.
 */
export function jobMessagesQueries(
  db: Db,
  accountId: string,
  jobs: readonly JobMessages[],
): Query<MessageRow, MessageRow[]>[] {
  const named = jobs.flatMap(({ ids, first, last }) => ids ?? (first === last ? [first] : []));
  const ranges = jobs.filter(({ ids, first, last }) => ids === undefined && first !== last);
  const subqueries: Statement[] = [
    ...(named.length === 0 ? [] : [namedMessages(db, accountId, named)]),
    ...ranges.map(({ origin, first, last }) => ({
      sql: `${SELECT_OUTGOING} and batch_id = ? and id between ? and ?`,
      bindings: [accountId, origin, first, last],
    })),
  ];
  return [...chunksBySize(subqueries, () => 1, SUBQUERIES_PER_STATEMENT)].map((some) => ({
    sql: some.map(({ sql }) => sql).join(" union all "),
    bindings: some.flatMap(({ bindings }) => bindings),
    read: (rows) => rows,
  }));
}

const toOutgoing = (row: MessageRow): OutgoingMessage =>
  Object.assign(toState(row), {
    sender: row.sender,
    content: row.content === null ? null : parseContent(row.content),
    carrier: row.carrier,
    carrierReference: row.carrier_reference,
  });

export async function stillPending(db: Db, accountId: string, ids: readonly string[]): Promise<string[]> {
  const query = db("messages").where({ account_id: accountId, status: "pending" });
  return (await query.where(anyOf(db, "id", "uuid", ids)).pluck("id")) as string[];
}

export type FollowedMessage = OutgoingMessage & { variables: Readonly<Record<string, string>> | undefined };

/** Returns the size in bytes of content and variables that `followedMessages` would read, by message id. */
export async function followedSizes(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const size = db.raw("coalesce(octet_length(content), 0) + coalesce(octet_length(variables), 0) as size");
  const rows = (await db("messages")
    .where({ account_id: accountId })
    .where(anyOf(db, "id", "uuid", ids))
    .select("id", size)) as { id: string; size: number }[];
  return new Map(rows.map(({ id, size }) => [id, size]));
}

export async function followedMessages(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, FollowedMessage>> {
  const rows = (await db("messages")
    .where({ account_id: accountId })
    .where(anyOf(db, "id", "uuid", ids))
    .select(...OUTGOING_COLUMNS, "variables")) as (MessageRow & {
    variables: string | null;
  })[];
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...toOutgoing(row),
        variables: row.variables === null ? undefined : (JSON.parse(row.variables) as Record<string, string>),
      },
    ]),
  );
}
