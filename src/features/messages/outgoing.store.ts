import { anyOf } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
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
  const named = jobs.flatMap(({ ids, first, last }) => ids ?? (first === last ? [first] : []));
  const ranges = jobs.filter(({ ids, first, last }) => ids === undefined && first !== last);
  const rows = [
    ...(named.length === 0 ? [] : await namedMessages(db, accountId, named)),
    ...(ranges.length === 0 ? [] : await messagesInRanges(db, accountId, ranges)),
  ];
  // Remove duplicates: a job that names a moved message may be read together with the message's later job.
  return [...new Map(rows.map((row) => [row.id, row])).values()]
    .filter((row) => row.status === status)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(toOutgoing);
}

export async function messagesByIds(
  db: Db,
  accountId: string,
  ids: readonly string[],
  status: MessageStatus,
): Promise<OutgoingMessage[]> {
  if (ids.length === 0) return [];
  return (await namedMessages(db, accountId, ids)).filter((row) => row.status === status).map(toOutgoing);
}

const OUTGOING_COLUMNS = [...STATE_COLUMNS, "content", "sender", "carrier", "carrier_reference"] as const;

const namedMessages = (db: Db, accountId: string, ids: readonly string[]) =>
  db("messages")
    .where({ account_id: accountId })
    .where(anyOf(db, "id", "uuid", ids))
    .select(...OUTGOING_COLUMNS) as unknown as Promise<MessageRow[]>;

/** Reads each id range in a separate subquery: the plan of a join would depend on stale statistics. */
async function messagesInRanges(
  db: Db,
  accountId: string,
  ranges: readonly JobMessages[],
): Promise<MessageRow[]> {
  const one = ({ origin, first, last }: JobMessages) =>
    db("messages")
      .where({ account_id: accountId, batch_id: origin })
      .whereBetween("id", [first, last])
      .select(...OUTGOING_COLUMNS);
  const rows: MessageRow[] = [];
  for (let start = 0; start < ranges.length; start += RANGES_PER_STATEMENT) {
    const [query, ...others] = ranges.slice(start, start + RANGES_PER_STATEMENT).map(one);
    if (query) rows.push(...((await query.unionAll(others)) as MessageRow[]));
  }
  return rows;
}

const RANGES_PER_STATEMENT = 50;

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
