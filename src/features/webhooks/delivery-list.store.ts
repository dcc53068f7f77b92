import type { Db } from "../../platform/db/dialect";
import { lazyPage, type Weighed, weighedRows } from "../../platform/db/chunk-by-size";
import type { LazyPage, PageRequest } from "../../platform/db/page";
import { type JobState, statesOfJobs } from "../../queue/jobs-by-id.store";
import { type DeliveryRow, ofEndpoint } from "./deliveries.store";
import type { AttemptEntry, Delivery, DeliveryStatus } from "./delivery";
import type { EndpointKey } from "./endpoint";
import type { EventType } from "./event-types";
import { reportingOn } from "./message-delivery-index.store";
import { eventIdsOf } from "./payloads.store";

/** Size of an event's id in a response, in bytes. */
const EVENT_ID_BYTES = 40;

type ShownRow = Pick<DeliveryRow, "id" | "webhook_id" | "event_type" | "status" | "attempts" | "created_at">;
type ListedRow = Omit<ShownRow, "attempts"> & Weighed;

interface DeliveryFilter {
  status?: readonly DeliveryStatus[];
  event_type?: readonly EventType[];
}

/** Returns a page of the endpoint's deliveries, newest first, and the total. */
export async function listDeliveries(
  db: Db,
  endpoint: EndpointKey,
  { status: statuses, event_type: types }: DeliveryFilter,
  { limit, offset }: PageRequest,
): Promise<LazyPage<Delivery>> {
  const { accountId } = endpoint;
  const matching = () => {
    const query = ofEndpoint(db, endpoint);
    if (statuses !== undefined) void query.whereIn("status", statuses);
    if (types !== undefined) void query.whereIn("event_type", types);
    return query;
  };
  const within = { webhook_id: endpoint.webhookId };
  const attempts = { table: "webhook_deliveries", accountId, column: "attempts", within };
  const page = matching().select("id").orderBy("id", "desc").limit(limit).offset(offset);
  const query = ofEndpoint(db, endpoint)
    .whereIn("id", page)
    .select("id", "webhook_id", "event_type", "status", "created_at")
    .select(db.raw(`octet_length(attempts) + event_count * ${EVENT_ID_BYTES} as size`));
  const rows = await weighedRows<ListedRow>(db, attempts, query);
  const counted = await matching().count({ total: "*" }).first<{ total: number }>();
  const found = lazyPage(db, attempts, rows, ({ text, ...row }) => ({ ...row, attempts: text ?? "[]" }));
  return { ...found, chunks: completed(db, accountId, found.chunks), total: counted.total };
}

/** Returns a page of the deliveries that report on a message, newest first, and the total. */
export async function listDeliveriesOfMessage(
  db: Db,
  message: { accountId: string; messageId: string },
  webhookIds: readonly string[],
  { limit, offset }: PageRequest,
): Promise<{ deliveries: Delivery[]; total: number }> {
  const reporting = () => reportingOn(db, message, webhookIds);
  const page = reporting()
    .select("m.account_id", "m.webhook_id", "m.delivery_id")
    .orderBy("m.delivery_id", "desc")
    .limit(limit)
    .offset(offset)
    .as("p");
  const rows = (await db("webhook_deliveries as d")
    .join(page, (on) =>
      on
        .on("d.account_id", "p.account_id")
        .andOn("d.webhook_id", "p.webhook_id")
        .andOn("d.id", "p.delivery_id"),
    )
    .orderBy("d.id", "desc")
    .select("d.id", "d.webhook_id", "d.event_type", "d.status", "d.attempts", "d.created_at")) as ShownRow[];
  const counted = await reporting().count({ total: "*" }).first<{ total: number }>();
  return { deliveries: await complete(db, message.accountId, rows), total: counted.total };
}

export async function findDelivery(db: Db, endpoint: EndpointKey, id: string): Promise<Delivery | null> {
  const row = await ofEndpoint(db, endpoint).where({ id }).first();
  if (!row) return null;
  const [delivery] = await complete(db, endpoint.accountId, [row]);
  return delivery ?? null;
}

async function* completed(
  db: Db,
  accountId: string,
  runs: AsyncIterable<ShownRow[]>,
): AsyncGenerator<Delivery[]> {
  for await (const rows of runs) yield await complete(db, accountId, rows);
}

/** Adds event ids and job states to delivery rows. */
async function complete(db: Db, accountId: string, rows: readonly ShownRow[]): Promise<Delivery[]> {
  const ids = rows.map(({ id }) => id);
  const pending = rows.filter(({ status }) => status === "pending").map(({ id }) => id);
  const eventIds = await eventIdsOf(db, accountId, ids);
  const states = await statesOfJobs(db, "delivery", accountId, pending);
  return rows.flatMap((row) => {
    const ids = eventIds.get(row.id);
    // Leave out a delivery that was joined into another one, or purged, after its row was read.
    return ids === undefined ? [] : [toDelivery(row, ids, states.get(row.id))];
  });
}

const toDelivery = (row: ShownRow, eventIds: string[], state: JobState | undefined): Delivery => ({
  id: row.id,
  webhookId: row.webhook_id,
  eventType: row.event_type,
  status: row.status,
  eventIds,
  attempts: JSON.parse(row.attempts) as AttemptEntry[],
  dueAt: state?.dueAt ?? null,
  leased: state?.leased ?? false,
  createdAt: row.created_at,
});
