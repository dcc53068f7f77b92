import { anyOf } from "../../platform/db/bulk";
import { type Db, rawRows } from "../../platform/db/dialect";
import { lazyPage, type Weighed, weighedRows } from "../../platform/db/long-texts";
import type { LazyPage, PageRequest } from "../../platform/db/page";
import { yieldToEventLoop } from "../../platform/event-loop";
import type { Instant } from "../../platform/time";
import type { AttemptEntry, Delivery, DeliveryStatus } from "./delivery";
import { deletePayloads, NO_EVENTS, payloadsOf } from "./payloads.store";
import type { EndpointKey } from "./webhooks.store";

export interface DeliveryRow {
  account_id: string;
  id: string;
  webhook_id: string;
  status: DeliveryStatus;
  event_count: number;
  attempts: string;
  attempt_count: number;
  due_at: Instant;
  lease: string | null;
  created_at: Instant;
}

/** Payloads read at a time: they are tens of kilobytes each, and nobody else is served while they are parsed. */
const PAYLOADS_AT_ONCE = 20;

/** A scrape counts no further than this. */
const COUNT_LIMIT = 100_000;

const ofEndpoint = (db: Db, { accountId, webhookId }: EndpointKey) =>
  db<DeliveryRow>("webhook_deliveries").where({ account_id: accountId, webhook_id: webhookId });

/** An event's id in an answer, in bytes. */
const EVENT_ID_BYTES = 40;

/** The endpoint's deliveries, newest first, and how many there are in all. */
export async function listDeliveries(
  db: Db,
  endpoint: EndpointKey,
  { status: statuses }: { status?: readonly DeliveryStatus[] },
  { limit, offset }: PageRequest,
): Promise<LazyPage<Delivery>> {
  const { accountId } = endpoint;
  const matching = () => {
    const query = ofEndpoint(db, endpoint);
    return statuses === undefined ? query : query.whereIn("status", statuses);
  };
  const attempts = { table: "webhook_deliveries", accountId, column: "attempts" };
  const page = matching().select("id").orderBy("id", "desc").limit(limit).offset(offset);
  const query = ofEndpoint(db, endpoint)
    .whereIn("id", page)
    .select("id", "webhook_id", "status", "due_at", "lease", "created_at")
    .select(db.raw(`octet_length(attempts) + event_count * ${EVENT_ID_BYTES} as size`));
  const rows = await weighedRows<ListedRow>(db, attempts, query);
  const counted = await matching().count({ total: "*" }).first<{ total: number }>();
  const found = lazyPage(db, attempts, rows, ({ text, ...row }) => ({ ...row, attempts: text ?? "[]" }));
  return { ...found, runs: withEventIds(db, accountId, found.runs), total: counted.total };
}

type ShownRow = Pick<
  DeliveryRow,
  "id" | "webhook_id" | "status" | "attempts" | "due_at" | "lease" | "created_at"
>;
type ListedRow = Omit<ShownRow, "attempts"> & Weighed;

export async function findDelivery(db: Db, endpoint: EndpointKey, id: string): Promise<Delivery | null> {
  const row = await ofEndpoint(db, endpoint).where({ id }).first();
  if (!row) return null;
  const payloads = await payloadsOf(db, endpoint.accountId, [id]);
  return toDelivery(row, payloads.get(id) ?? NO_EVENTS);
}

async function* withEventIds(
  db: Db,
  accountId: string,
  runs: AsyncIterable<ShownRow[]>,
): AsyncGenerator<Delivery[]> {
  for await (const rows of runs) {
    for (let start = 0; start < rows.length; start += PAYLOADS_AT_ONCE) {
      await yieldToEventLoop();
      const some = rows.slice(start, start + PAYLOADS_AT_ONCE);
      const payloads = await payloadsOf(
        db,
        accountId,
        some.map(({ id }) => id),
      );
      yield some.map((row) => toDelivery(row, payloads.get(row.id) ?? NO_EVENTS));
    }
  }
}

const toDelivery = (row: ShownRow, events: Buffer): Delivery => ({
  id: row.id,
  webhookId: row.webhook_id,
  status: row.status,
  eventIds: (JSON.parse(events.toString()) as { id: string }[]).map(({ id }) => id),
  attempts: JSON.parse(row.attempts) as AttemptEntry[],
  dueAt: row.due_at,
  leased: row.lease !== null,
  createdAt: row.created_at,
});

/**
 * Makes a delivery due now, with all attempts ahead of it again and the log kept. One that a worker is just sending is
 * left alone: that attempt is the one asked for.
 */
export async function retryDelivery(db: Db, endpoint: EndpointKey, id: string, now: Instant): Promise<void> {
  await ofEndpoint(db, endpoint)
    .where({ id })
    .where((free) => void free.whereNull("lease").orWhere("due_at", "<=", now))
    .update({ status: "pending", attempt_count: 0, due_at: now, lease: null });
}

/** Removes deliveries of one endpoint with what they carry. */
export async function deleteDeliveries(
  trx: Db,
  endpoint: EndpointKey,
  ids: readonly string[],
): Promise<void> {
  await ofEndpoint(trx, endpoint)
    .where(anyOf(trx, "id", "uuid", ids))
    .delete();
  await deletePayloads(trx, endpoint.accountId, ids);
}

/** Deliveries of all accounts that are waiting or under way, counted up to 100,000. */
export async function countPendingDeliveries(db: Db): Promise<number> {
  const [row] = await rawRows<{ total: number }>(
    db,
    `select count(*) as total from
       (select 1 from webhook_deliveries where status = 'pending' limit ${COUNT_LIMIT}) as waiting`,
  );
  return row?.total ?? 0;
}
