import { anyOf, rowsFrom } from "../../platform/db/bulk";
import { type Db, rawRows, skipLocked } from "../../platform/db/dialect";
import { type Instant, SECOND } from "../../platform/time";
import { type Candidate, planRequests, type PlannedRequest } from "./coalesce";
import { deleteDeliveries } from "../../resources/webhooks/deliveries.store";
import { signingSecrets } from "../../resources/webhooks/endpoint";
import { LINGER_MS, MAX_EVENTS } from "../../resources/webhooks/outbox.store";
import {
  deletePayloads,
  insertPayloads,
  NO_EVENTS,
  payloadsOf,
} from "../../resources/webhooks/payloads.store";
import type { EndpointKey, EndpointRow } from "../../resources/webhooks/webhooks.store";

/**
 * How long a worker may hold a delivery, in milliseconds: some rounds of posts at 10 s each and time to write down what
 * came of them. After that it is sent again by whoever comes first.
 */
export const LEASE_MS = 60 * SECOND;

/** Endpoints looked at by one statement, which so stays short however many there are. */
const ENDPOINTS_PER_PROBE = 500;
/** Waiting deliveries looked at for one lease, at most. */
const MAX_CANDIDATES = 2_000;

/** Where the requests of one lease go, and how they are signed. */
export interface Target {
  url: string;
  /** Sealed. */
  secrets: string[];
  /** Nothing has got through lately. */
  failing: boolean;
}

/** A request to make, whose events are read when its turn comes; only the holder of its lease may settle it. */
export interface LeasedDelivery {
  accountId: string;
  webhookId: string;
  id: string;
  lease: string;
  leasedUntil: Instant;
  eventCount: number;
  /** Attempts made in this round. */
  attemptCount: number;
  /** The attempt log, as it is stored. */
  attempts: string;
}

export interface LeaseRequest {
  endpoint: EndpointKey;
  /** The most requests to lease. */
  limit: number;
  /** Whether events that came just now may wait for company. */
  linger: boolean;
}

export interface Leased {
  /** Null when the endpoint is disabled or gone. */
  target: Target | null;
  deliveries: LeasedDelivery[];
  /** Whether more is due that was not leased. */
  more: boolean;
  /** Set when nothing was leased but lingering deliveries are there: when they are due at the latest. */
  lingerUntil: Instant | null;
}

/** The enabled endpoints with deliveries due at `now`: one probe of an index each, however long their backlogs. */
export async function* endpointsWithWork(db: Db, now: Instant): AsyncGenerator<EndpointKey> {
  let after: [string, string] | null = null;
  for (;;) {
    const rows: ProbeRow[] = await probe(db, now, after);
    for (const row of rows) if (row.has_work) yield { accountId: row.account_id, webhookId: row.id };
    const last = rows.at(-1);
    if (!last || rows.length < ENDPOINTS_PER_PROBE) return;
    after = [last.account_id, last.id];
  }
}

interface ProbeRow {
  account_id: string;
  id: string;
  has_work: boolean | number;
}

function probe(db: Db, now: Instant, after: [string, string] | null): Promise<ProbeRow[]> {
  return rawRows<ProbeRow>(
    db,
    `select e.account_id, e.id, exists (
       select 1 from webhook_deliveries d
       where d.account_id = e.account_id and d.webhook_id = e.id and d.status = 'pending' and d.due_at <= ?
     ) as has_work
     from webhook_endpoints e
     where e.status = 'enabled' ${after ? "and (e.account_id, e.id) > (?, ?)" : ""}
     order by e.account_id, e.id limit ${ENDPOINTS_PER_PROBE}`,
    [now, ...(after ?? [])],
  );
}

/**
 * Leases requests of one endpoint that are due, oldest first, and joins deliveries that were never attempted into
 * requests of up to 100 events: the first takes in the events of the others, which are gone. Where one is due, those
 * that still linger go with it. An endpoint that is failing gets one request at a time.
 */
export async function leaseDeliveries(
  trx: Db,
  { endpoint, limit, linger }: LeaseRequest,
  lease: string,
  now: Instant,
): Promise<Leased> {
  const { accountId, webhookId } = endpoint;
  const target = await targetOf(trx, endpoint, now);
  if (target === null) return { target, deliveries: [], more: false, lingerUntil: null };
  const wanted = target.failing ? 1 : limit;
  const { due, cut, lingerUntil } = await candidates(trx, endpoint, wanted, linger, now);
  const requests = planRequests(due, wanted);
  if (requests.length === 0) return { target, deliveries: [], more: false, lingerUntil };
  const leasedUntil = now + LEASE_MS;
  await joinDeliveries(trx, endpoint, requests);
  await trx("webhook_deliveries")
    .where({ account_id: accountId, webhook_id: webhookId })
    .where(
      anyOf(
        trx,
        "id",
        "uuid",
        requests.map(({ head }) => head.id),
      ),
    )
    .update({ lease, due_at: leasedUntil });
  const deliveries = requests.map(({ head, eventCount }) => ({
    accountId,
    webhookId,
    id: head.id,
    lease,
    leasedUntil,
    eventCount,
    attemptCount: head.attemptCount,
    attempts: head.attempts,
  }));
  const taken = requests.reduce((sum, { members }) => sum + members.length, 0);
  return { target, deliveries, more: cut || taken < due.length, lingerUntil: null };
}

/** Where the endpoint's requests go at this moment; null when it is disabled or gone. */
export async function targetOf(
  db: Db,
  { accountId, webhookId }: EndpointKey,
  now: Instant,
): Promise<Target | null> {
  const row = await db<EndpointRow>("webhook_endpoints")
    .where({ account_id: accountId, id: webhookId, status: "enabled" })
    .first();
  return row ? { url: row.url, secrets: secretsOf(row, now), failing: row.failing_since !== null } : null;
}

function secretsOf(row: EndpointRow, now: Instant): string[] {
  return signingSecrets(
    {
      secret: row.secret,
      previousSecret: row.previous_secret,
      previousSecretExpiresAt: row.previous_secret_expires_at,
    },
    now,
  );
}

/** What could go now, oldest first; `cut` when that is not all. Lingering deliveries count as due once anything else is, or they fill a request. */
async function candidates(
  trx: Db,
  endpoint: EndpointKey,
  wanted: number,
  linger: boolean,
  now: Instant,
): Promise<{ due: Candidate[]; cut: boolean; lingerUntil: Instant | null }> {
  let { waiting, cut } = await waitingDeliveries(trx, endpoint, wanted, now);
  // As many as asked for, and some are small: joined they make fewer requests than wanted.
  if (cut && waiting.some(({ joinable }) => joinable)) {
    const limit = Math.min(wanted * MAX_EVENTS, MAX_CANDIDATES);
    ({ waiting, cut } = await waitingDeliveries(trx, endpoint, limit, now));
  }
  const lingering = waiting.filter(({ dueAt }) => dueAt > now);
  const events = lingering.reduce((sum, { eventCount }) => sum + eventCount, 0);
  const go = !linger || lingering.length < waiting.length || events >= MAX_EVENTS;
  if (!go) return { due: [], cut: false, lingerUntil: lingering[0]?.dueAt ?? null };
  return { due: waiting.sort((a, b) => (a.id < b.id ? -1 : 1)), cut, lingerUntil: null };
}

interface WaitingRow {
  id: string;
  event_count: number;
  attempt_count: number;
  attempts: string;
  due_at: Instant;
  created_at: Instant;
}

async function waitingDeliveries(
  trx: Db,
  { accountId, webhookId }: EndpointKey,
  limit: number,
  now: Instant,
): Promise<{ waiting: Candidate[]; cut: boolean }> {
  // `pending` is written out: SQLite uses a partial index for literals only.
  const query = trx("webhook_deliveries")
    .select("id", "event_count", "attempt_count", "attempts", "due_at", "created_at")
    .where({ account_id: accountId, webhook_id: webhookId })
    .whereRaw("status = 'pending'")
    .where("due_at", "<=", now + LINGER_MS)
    .orderBy(["due_at", "id"])
    .limit(limit);
  const rows = (await skipLocked(trx, query)) as WaitingRow[];
  const waiting = rows
    .map((row) => ({
      id: row.id,
      eventCount: row.event_count,
      attemptCount: row.attempt_count,
      attempts: row.attempts,
      dueAt: row.due_at,
      joinable: row.attempts === "[]" && row.due_at === row.created_at + LINGER_MS,
    }))
    .filter(({ dueAt, joinable }) => dueAt <= now || joinable);
  return { waiting, cut: rows.length === limit };
}

/** Gives each request the events of all its members. */
async function joinDeliveries(
  trx: Db,
  endpoint: EndpointKey,
  requests: readonly PlannedRequest[],
): Promise<void> {
  const joined = requests.filter(({ members }) => members.length > 1);
  if (joined.length === 0) return;
  const { accountId, webhookId } = endpoint;
  const ids = joined.flatMap(({ members }) => members.map(({ id }) => id));
  const bodies = await payloadsOf(trx, accountId, ids);
  await deletePayloads(trx, accountId, ids);
  await insertPayloads(
    trx,
    joined.map(({ head, members }) => ({
      accountId,
      id: head.id,
      events: joinLists(members.map(({ id }) => String(bodies.get(id) ?? NO_EVENTS))),
    })),
  );
  const counts = rowsFrom(
    trx,
    "joined",
    { account_id: "uuid", webhook_id: "uuid", head_id: "uuid", events: "integer" },
    joined.map(({ head, eventCount }) => ({
      account_id: accountId,
      webhook_id: webhookId,
      head_id: head.id,
      events: eventCount,
    })),
  );
  // The whole key comes from the list: compared with a bind, SQLite would go through all deliveries for each of it.
  await trx.raw(
    `update webhook_deliveries set event_count = joined.events from ${counts.sql}
     where webhook_deliveries.account_id = joined.account_id
       and webhook_deliveries.webhook_id = joined.webhook_id and webhook_deliveries.id = joined.head_id`,
    counts.bindings,
  );
  await deleteDeliveries(
    trx,
    endpoint,
    joined.flatMap(({ members }) => members.slice(1).map(({ id }) => id)),
  );
}

/** Several JSON arrays as one. */
function joinLists(lists: readonly string[]): string {
  const elements = lists.map((list) => list.slice(1, -1)).filter((list) => list !== "");
  return `[${elements.join(",")}]`;
}
