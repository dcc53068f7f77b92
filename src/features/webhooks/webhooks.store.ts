import { lockAccount } from "../accounts/accounts.store";
import { type Db, lockRows, rawRows } from "../../platform/db/dialect";
import type { PageRequest } from "../../platform/db/page";
import type { SecretBox } from "../../platform/secrets/secret-box";
import type { Query } from "../../platform/db/statement-batch";
import { type Instant, latestPlausible } from "../../platform/time";
import type { AttemptEntry } from "./delivery";
import {
  type DisabledReason,
  type Endpoint,
  type EndpointKey,
  type EndpointStatus,
  MAX_ENDPOINTS,
  PREVIOUS_SECRET_LIFETIME_MS,
  secretContext,
} from "./endpoint";
import type { EventType } from "./event-types";

export interface EndpointRow {
  account_id: string;
  id: string;
  url: string;
  description: string | null;
  event_types: string;
  /** A deleted endpoint is hidden, and its row stays until its deliveries are purged. */
  status: EndpointStatus | "deleted";
  disabled_reason: DisabledReason | null;
  /** Sealed secret. Empty once the endpoint is deleted. */
  secret: string;
  previous_secret: string | null;
  previous_secret_expires_at: Instant | null;
  /** JSON array of secrets replaced before `previous_secret` that signed at the latest rotation; or null. */
  earlier_secrets: string | null;
  failing_since: Instant | null;
  /** Fields of the latest attempt; null before the first attempt. */
  last_attempt_at: Instant | null;
  last_response_status: number | null;
  last_error: string | null;
  last_duration_ms: number | null;
  created_at: Instant;
  updated_at: Instant;
}

type AttemptColumns = Pick<
  EndpointRow,
  "last_attempt_at" | "last_response_status" | "last_error" | "last_duration_ms"
>;

export const toAttempt = (row: AttemptColumns): AttemptEntry | null =>
  row.last_attempt_at === null
    ? null
    : [row.last_attempt_at, row.last_response_status, row.last_error, row.last_duration_ms ?? 0];

const attemptColumns = (attempt: AttemptEntry | null): AttemptColumns => ({
  last_attempt_at: attempt?.[0] ?? null,
  last_response_status: attempt?.[1] ?? null,
  last_error: attempt?.[2] ?? null,
  last_duration_ms: attempt?.[3] ?? null,
});

const CLEAN_RECORD = { failing_since: null, ...attemptColumns(null) };

export const toEndpoint = (row: EndpointRow): Endpoint => ({
  accountId: row.account_id,
  id: row.id,
  url: row.url,
  description: row.description,
  eventTypes: JSON.parse(row.event_types) as EventType[],
  status: row.status === "enabled" ? "enabled" : "disabled",
  disabledReason: row.disabled_reason,
  failingSince: row.failing_since,
  lastAttempt: toAttempt(row),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const ofAccount = (db: Db, accountId: string) =>
  db<EndpointRow>("webhook_endpoints").where({ account_id: accountId }).whereNot({ status: "deleted" });

interface Deps {
  db: Db;
  secrets: SecretBox;
}

/** Stores an endpoint and its secret. Returns false if the account has the maximum number of endpoints. */
export async function insertEndpoint(
  { db, secrets }: Deps,
  endpoint: Endpoint,
  secret: string,
): Promise<boolean> {
  const { accountId } = endpoint;
  return db.transaction(async (trx) => {
    await lockAccount(trx, accountId);
    if (await hasMaxEndpoints(trx, accountId)) return false;
    await trx<EndpointRow>("webhook_endpoints").insert({
      account_id: accountId,
      id: endpoint.id,
      url: endpoint.url,
      description: endpoint.description,
      event_types: JSON.stringify(endpoint.eventTypes),
      status: endpoint.status,
      disabled_reason: endpoint.disabledReason,
      secret: secrets.seal(secret, secretContext(accountId, endpoint.id)),
      failing_since: endpoint.failingSince,
      ...attemptColumns(endpoint.lastAttempt),
      created_at: endpoint.createdAt,
      updated_at: endpoint.updatedAt,
    });
    return true;
  });
}

export async function hasMaxEndpoints(db: Db, accountId: string): Promise<boolean> {
  return (await countEndpoints(db, accountId)) >= MAX_ENDPOINTS;
}

async function countEndpoints(db: Db, accountId: string): Promise<number> {
  const counted = await ofAccount(db, accountId).count({ total: "*" }).first<{ total: number }>();
  return counted.total;
}

/** Returns a page of the account's endpoints, newest first, and the total. */
export async function listEndpoints(
  db: Db,
  accountId: string,
  { limit, offset }: PageRequest,
): Promise<{ endpoints: Endpoint[]; total: number }> {
  const rows = await ofAccount(db, accountId).orderBy("id", "desc").limit(limit).offset(offset);
  return { endpoints: rows.map(toEndpoint), total: await countEndpoints(db, accountId) };
}

export async function everyEndpoint(db: Db, accountId: string): Promise<Endpoint[]> {
  return (await ofAccount(db, accountId).orderBy("id", "desc")).map(toEndpoint);
}

/** Returns the ids of an account's endpoints, including deleted endpoints that may still have deliveries. */
export const everyEndpointId = async (db: Db, accountId: string): Promise<string[]> =>
  (await db<EndpointRow>("webhook_endpoints")
    .where({ account_id: accountId })
    .orderBy("id", "desc")
    .pluck("id")) as string[];

/** Returns the endpoint of any account, or null. The operator identifies endpoints by their id alone. */
export async function endpointOfId(db: Db, id: string): Promise<Endpoint | null> {
  const row = await db<EndpointRow>("webhook_endpoints")
    .where({ id })
    .whereNot({ status: "deleted" })
    .first();
  return row ? toEndpoint(row) : null;
}

export async function findEndpoint(db: Db, accountId: string, id: string): Promise<Endpoint | null> {
  const row = await ofAccount(db, accountId).where({ id }).first();
  return row ? toEndpoint(row) : null;
}

export async function lockEndpoint(trx: Db, accountId: string, id: string): Promise<Endpoint | null> {
  const row = await lockRows(trx, ofAccount(trx, accountId).where({ id }).first());
  return row ? toEndpoint(row as EndpointRow) : null;
}

interface EndpointChanges {
  url?: string;
  description?: string | null;
  eventTypes?: readonly EventType[];
  status?: EndpointStatus;
}

/** Returns the update that resets the `CLEAN_RECORD` columns unless the stored URL is the given URL. */
const recordUnlessNew = (db: Db, url: string) =>
  Object.fromEntries(
    Object.keys(CLEAN_RECORD).map((column) => [
      column,
      db.raw("case when url = ? then ?? end", [url, column]),
    ]),
  );

/**
 * Writes the given fields. Returns null if the endpoint does not exist. Another URL or the status `enabled`
 * resets the failing period and the last attempt.
 */
export async function updateEndpoint(
  db: Db,
  accountId: string,
  id: string,
  changes: EndpointChanges,
  now: Instant,
): Promise<Endpoint | null> {
  const { url, description, eventTypes, status } = changes;
  const [row] = await ofAccount(db, accountId)
    .where({ id })
    .update({
      ...(url === undefined ? {} : { url, ...recordUnlessNew(db, url) }),
      ...(description === undefined ? {} : { description }),
      ...(eventTypes === undefined ? {} : { event_types: JSON.stringify(eventTypes) }),
      ...(status === "enabled" ? { status, disabled_reason: null, ...CLEAN_RECORD } : {}),
      ...(status === "disabled"
        ? { status, disabled_reason: db.raw("coalesce(disabled_reason, 'manual')") }
        : {}),
      updated_at: now,
    })
    .returning("*");
  return row ? toEndpoint(row) : null;
}

/**
 * Marks an endpoint as deleted and erases its URL, description, secrets and last error. Returns false if the
 * endpoint does not exist. A periodic job later deletes the deliveries, possibly millions, and then the row.
 */
export async function deleteEndpoint(db: Db, accountId: string, id: string, now: Instant): Promise<boolean> {
  const secrets = { secret: "", previous_secret: null, earlier_secrets: null };
  const forgotten = { url: "", ...secrets, description: null, last_error: null };
  const deleted = await ofAccount(db, accountId)
    .where({ id })
    .update({ ...forgotten, status: "deleted", updated_at: now });
  return deleted > 0;
}

/**
 * Returns the query for enabled endpoints that are subscribed to an event type. The pattern includes the
 * quotes and therefore matches whole names. An account has few endpoints, so no index is needed.
 */
export const subscribersQuery = (accountId: string, type: EventType): Query<{ id: string }, string[]> => ({
  sql: `select id from webhook_endpoints
    where account_id = ? and status = 'enabled' and event_types like ? order by id`,
  bindings: [accountId, `%"${type}"%`],
  read: (rows) => rows.map(({ id }) => id),
});

/** Corrects instants stored while a clock was ahead. Returns the number of corrected instants. */
export async function boundEndpoints(db: Db, now: Instant): Promise<number> {
  const latestEnd = latestPlausible(now, PREVIOUS_SECRET_LIFETIME_MS);
  const ends = await db("webhook_endpoints")
    .where("previous_secret_expires_at", ">", latestEnd)
    .update({ previous_secret_expires_at: now + PREVIOUS_SECRET_LIFETIME_MS });
  const beginnings = await db("webhook_endpoints")
    .where("failing_since", ">", latestPlausible(now))
    .update({ failing_since: now });
  const attempts = await db("webhook_endpoints")
    .where("last_attempt_at", ">", latestPlausible(now))
    .update({ last_attempt_at: now });
  return ends + beginnings + attempts;
}

/** Returns endpoints of any status after the given key, in key order. */
export async function endpointsAfter(
  db: Db,
  { accountId, webhookId }: EndpointKey,
  limit: number,
): Promise<(EndpointKey & Pick<EndpointRow, "status">)[]> {
  const rows = await db<EndpointRow>("webhook_endpoints")
    .select("account_id", "id", "status")
    .whereRaw("(account_id, id) > (?, ?)", [accountId, webhookId])
    .orderBy(["account_id", "id"])
    .limit(limit);
  return rows.map(({ account_id, id, status }) => ({ accountId: account_id, webhookId: id, status }));
}

/** Deletes the row of an endpoint that was marked as deleted at `before` or earlier. */
export async function removeDeleted(
  db: Db,
  { accountId, webhookId }: EndpointKey,
  before: Instant,
): Promise<void> {
  await db("webhook_endpoints")
    .where({ account_id: accountId, id: webhookId, status: "deleted" })
    .where("updated_at", "<=", before)
    .delete();
}

/** Condition on `webhook_endpoints`. Events of a disabled account wait, so its endpoints get no requests. */
export const IN_ENABLED_ACCOUNT = `not exists (select 1 from accounts a
  where a.id = webhook_endpoints.account_id and a.disabled_at is not null)`;

type EndpointHealth = "healthy" | "failing" | "disabled";

export const ENDPOINTS_COUNTED = 10_000;

/**
 * Returns the number of endpoints of all enabled accounts by health, from at most `ENDPOINTS_COUNTED`
 * endpoints. An enabled endpoint is failing from its first failed attempt to its next success.
 */
export async function countByHealth(db: Db): Promise<Record<EndpointHealth, number>> {
  const rows = await rawRows<{ health: EndpointHealth; total: number }>(
    db,
    `select health, count(*) as total from (
       select case when status = 'disabled' then 'disabled' when failing_since is null then 'healthy'
         else 'failing' end as health
       from webhook_endpoints where status <> 'deleted' and ${IN_ENABLED_ACCOUNT} limit ${ENDPOINTS_COUNTED}) as counted
     group by health`,
    [],
  );
  const counts = { healthy: 0, failing: 0, disabled: 0 };
  for (const { health, total } of rows) counts[health] = total;
  return counts;
}

const TROUBLED_LISTED = 1_000;

/**
 * Returns up to `TROUBLED_LISTED` endpoints, of any enabled account, that are failing or that the service has
 * disabled. Leaves out endpoints that their account has disabled.
 */
export async function troubledEndpoints(db: Db): Promise<Pick<Endpoint, "id" | "status">[]> {
  const rows = await rawRows<{ id: string; status: EndpointStatus }>(
    db,
    `select id, status from webhook_endpoints
     where ((status = 'enabled' and failing_since is not null)
       or (status = 'disabled' and disabled_reason <> 'manual')) and ${IN_ENABLED_ACCOUNT}
     order by id limit ${TROUBLED_LISTED}`,
    [],
  );
  return rows.map(({ id, status }) => ({ id, status }));
}
