import {
  anyOf,
  type Chunk,
  insertStatement,
  orderedJoin,
  rowsFrom,
  type Statement,
  takeChunk,
} from "../../platform/db/bulk";
import { type Binding, type Db, rawRows } from "../../platform/db/dialect";
import { type Query, runQuery } from "../../platform/db/statement-batch";
import type { Instant } from "../../platform/time";
import { restartAfterLease, restartJobs } from "../../queue/jobs-by-id.store";
import { type DeliveryStatus, loggedAttempts, type NewDelivery } from "./delivery";
import { deliveryJob } from "./delivery-job";
import type { EventType } from "./event-types";
import { deletePayloads } from "./payloads.store";
import { deleteMessageDeliveries, messageDeliveriesStatement } from "./message-delivery-index.store";
import type { EndpointKey } from "./endpoint";

export interface DeliveryRow {
  account_id: string;
  id: string;
  webhook_id: string;
  event_type: EventType;
  status: DeliveryStatus;
  event_count: number;
  attempts: string;
  created_at: Instant;
}

export const ofEndpoint = (db: Db, { accountId, webhookId }: EndpointKey) =>
  db<DeliveryRow>("webhook_deliveries").where({ account_id: accountId, webhook_id: webhookId });

export function deliveriesStatement(db: Db, deliveries: readonly NewDelivery[]): Statement | null {
  return insertStatement(
    db,
    "webhook_deliveries",
    {
      account_id: "uuid",
      id: "uuid",
      webhook_id: "uuid",
      event_type: "text",
      status: "text",
      event_count: "integer",
      created_at: "bigint",
    },
    deliveries.map((delivery) => ({
      account_id: delivery.accountId,
      id: delivery.id,
      webhook_id: delivery.webhookId,
      event_type: delivery.eventType,
      status: "pending",
      event_count: delivery.eventCount,
      created_at: delivery.createdAt,
    })),
  );
}

interface StoredDelivery {
  id: string;
  eventType: EventType;
  eventCount: number;
  /** Attempt log, as stored JSON. */
  attempts: string;
}

async function deliveriesOf(
  db: Db,
  endpoint: EndpointKey,
  ids: readonly string[],
): Promise<StoredDelivery[]> {
  return runQuery(db, deliveriesQuery(db, endpoint, ids));
}

/** Returns the query for deliveries of one endpoint. Deleted deliveries are absent. */
export function deliveriesQuery(
  db: Db,
  { accountId, webhookId }: EndpointKey,
  ids: readonly string[],
): Query<DeliveryRow, StoredDelivery[]> {
  const named = anyOf(db, "id", "uuid", ids).toSQL();
  return {
    sql: `select id, event_type, event_count, attempts from webhook_deliveries
     where account_id = ? and webhook_id = ? and ${named.sql} order by id`,
    bindings: [accountId, webhookId, ...(named.bindings as Binding[])],
    read: (rows) =>
      rows.map((row) => ({
        id: row.id,
        eventType: row.event_type,
        eventCount: row.event_count,
        attempts: row.attempts,
      })),
  };
}

interface DeliveryProgress extends EndpointKey {
  id: string;
  status: DeliveryStatus;
  attempts: string;
  /** Creation moments (`momentsIn`) of the reported messages; empty if an earlier attempt has stored them. */
  moments: readonly number[];
}

/** Returns the statements that write the results of attempts if the condition is true. */
export function progressStatements(
  trx: Db,
  deliveries: readonly DeliveryProgress[],
  condition = "true",
): (Statement | null)[] {
  if (deliveries.length === 0) return [];
  const progress = rowsFrom(
    trx,
    "progress",
    { delivery_id: "uuid", account_id: "uuid", webhook_id: "uuid", status: "text", log: "text" },
    deliveries.map(({ accountId, webhookId, id, status, attempts }) => ({
      delivery_id: id,
      account_id: accountId,
      webhook_id: webhookId,
      status,
      log: attempts,
    })),
  );
  const update = {
    sql: `update webhook_deliveries set status = progress.status, attempts = progress.log from ${progress.sql}
     where webhook_deliveries.account_id = progress.account_id
       and webhook_deliveries.webhook_id = progress.webhook_id and webhook_deliveries.id = progress.delivery_id
       and ${condition}`,
    bindings: progress.bindings as Binding[],
  };
  return [update, messageDeliveriesStatement(trx, deliveries, condition)];
}

export async function abandon(trx: Db, endpoint: EndpointKey, ids: readonly string[]): Promise<void> {
  await ofEndpoint(trx, endpoint)
    .where(anyOf(trx, "id", "uuid", ids))
    .update({ status: "abandoned" });
}

type RetriedRow = Pick<DeliveryRow, "id" | "event_type" | "event_count">;

const retryJob = (endpoint: EndpointKey, { id, event_type, event_count }: RetriedRow, now: Instant) =>
  deliveryJob({
    ...endpoint,
    id,
    eventType: event_type,
    eventCount: event_count,
    createdAt: now,
    dueAt: now,
    alone: true,
  });

/**
 * Makes a delivery due now with the full number of attempts, and keeps the attempt log. A delivery in flight
 * is due after the running attempt.
 */
export async function retryDelivery(db: Db, endpoint: EndpointKey, id: string, now: Instant): Promise<void> {
  await db.transaction(async (trx) => {
    const [stored] = await deliveriesOf(trx, endpoint, [id]);
    if (!stored) return;
    const { eventType: event_type, eventCount: event_count } = stored;
    const job = retryJob(endpoint, { id, event_type, event_count }, now);
    const restarted = await restartJobs(trx, [job], now);
    if (restarted.has(id)) await ofEndpoint(trx, endpoint).where({ id }).update({ status: "pending" });
    else await restartAfterLease(trx, job, now);
  });
}

interface ReplayStep {
  /** Lower bound of the delivery ids, exclusive. */
  after: string;
  /** Upper bound of the delivery ids, inclusive. */
  upTo: string;
  /**
   * Latest start of the last attempt of a `delivered` delivery that is replayed. Null to replay only
   * `abandoned` deliveries.
   */
  deliveredBy: Instant | null;
  /** Maximum deliveries of any status to read. */
  limit: number;
}

const isReplayed = (
  { status, attempts }: Pick<DeliveryRow, "status" | "attempts">,
  deliveredBy: Instant | null,
): boolean => {
  if (status !== "delivered" || deliveredBy === null) return status === "abandoned";
  const [attemptedAt] = loggedAttempts(attempts).at(-1) ?? [0];
  return attemptedAt <= deliveredBy;
};

/**
 * Makes finished deliveries due now, oldest first, as `retryDelivery` does. No index finds abandoned
 * deliveries, so the search runs before the transaction and reads at most `limit` deliveries. Returns the
 * number of changed deliveries, and the last id that was read; the id is null after the last delivery.
 */
export async function replayDeliveries(
  db: Db,
  endpoint: EndpointKey,
  { after, upTo, deliveredBy, limit }: ReplayStep,
  now: Instant,
): Promise<{ replayed: number; last: string | null }> {
  const read = await ofEndpoint(db, endpoint)
    .where("id", ">", after)
    .where("id", "<=", upTo)
    .orderBy("id")
    .limit(limit)
    .select("id", "status", "attempts");
  const last = read.length < limit ? null : (read.at(-1)?.id ?? null);
  const ids = read.filter((row) => isReplayed(row, deliveredBy)).map(({ id }) => id);
  if (ids.length === 0) return { replayed: 0, last };
  return { replayed: await replay(db, endpoint, { ids, deliveredBy }, now), last };
}

/** Queues the deliveries again. Reads each state again, because another request may have changed it. */
const replay = (
  db: Db,
  endpoint: EndpointKey,
  { ids, deliveredBy }: { ids: readonly string[]; deliveredBy: Instant | null },
  now: Instant,
): Promise<number> =>
  db.transaction(async (trx): Promise<number> => {
    const finished = (some: readonly string[]) =>
      ofEndpoint(trx, endpoint)
        .whereNot("status", "pending")
        .where(anyOf(trx, "id", "uuid", some));
    const found = await finished(ids).select("id", "status", "attempts", "event_type", "event_count");
    const jobs = found
      .filter((row) => isReplayed(row, deliveredBy))
      .map((row) => retryJob(endpoint, row, now));
    const restarted = await restartJobs(trx, jobs, now);
    return finished([...restarted]).update({ status: "pending" });
  });

interface Purged {
  /** Upper bound of the delivery ids, exclusive. */
  before: string;
  keepPending: boolean;
  limit: number;
}

/** Deletes deliveries with their payloads, except locked ones. Returns the number of deleted deliveries. */
export async function purgeDeliveriesOf(
  trx: Db,
  { accountId, webhookId }: EndpointKey,
  { before, keepPending, limit }: Purged,
): Promise<number> {
  const chunk: Chunk = {
    table: "webhook_deliveries",
    key: ["account_id", "webhook_id", "id"],
    where: `account_id = ? and webhook_id = ? and id < ? ${keepPending ? "and status <> 'pending'" : ""}`,
    bindings: [accountId, webhookId, before],
    order: "id",
    limit,
  };
  const rows = await takeChunk<{ id: string }>(trx, chunk, ["id"]);
  await deleteContents(
    trx,
    accountId,
    rows.map(({ id }) => id),
  );
  return rows.length;
}

export async function deleteDeliveries(
  trx: Db,
  endpoint: EndpointKey,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await ofEndpoint(trx, endpoint)
    .where(anyOf(trx, "id", "uuid", ids))
    .delete();
  await deleteContents(trx, endpoint.accountId, ids);
}

async function deleteContents(trx: Db, accountId: string, ids: readonly string[]): Promise<void> {
  await deletePayloads(trx, accountId, ids);
  await deleteMessageDeliveries(trx, accountId, ids);
}

/** Returns the endpoints with a delivery id below `before`. Reads one index entry per endpoint. */
export async function endpointsWithOldDeliveries(
  db: Db,
  endpoints: readonly EndpointKey[],
  before: string,
): Promise<EndpointKey[]> {
  if (endpoints.length === 0) return [];
  const endpointRows = rowsFrom(
    db,
    "e",
    { webhook_id: "uuid", account_id: "uuid", before: "uuid" },
    endpoints.map(({ accountId, webhookId }) => ({ webhook_id: webhookId, account_id: accountId, before })),
  );
  const rows = await rawRows<Pick<DeliveryRow, "account_id" | "webhook_id">>(
    db,
    `select e.account_id, e.webhook_id from ${endpointRows.sql} where exists (select 1 from webhook_deliveries d
       where d.account_id = e.account_id and d.webhook_id = e.webhook_id and d.id < e.before)`,
    endpointRows.bindings,
  );
  return rows.map((row) => ({ accountId: row.account_id, webhookId: row.webhook_id }));
}

/**
 * Returns the number of deliveries with ids below `before` that the purge deletes: finished deliveries, and
 * pending deliveries of disabled endpoints. Leaves out deliveries of deleted endpoints, which the purge
 * deletes at any age.
 */
export async function countOldDeliveries(db: Db, before: string): Promise<number> {
  const [row] = await rawRows<{ total: number }>(
    db,
    `select count(*) as total from webhook_endpoints e
       ${orderedJoin(db)} webhook_deliveries d on d.account_id = e.account_id and d.webhook_id = e.id and d.id < ?
     where e.status = 'disabled' or (e.status = 'enabled' and d.status <> 'pending')`,
    [before],
  );
  return row?.total ?? 0;
}
