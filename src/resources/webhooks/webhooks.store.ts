import { lockAccount } from "../accounts/accounts.store";
import type { Db } from "../../platform/db/dialect";
import type { PageRequest } from "../../platform/db/page";
import type { SecretBox } from "../../platform/secrets/secret-box";
import type { Instant } from "../../platform/time";
import {
  type DisabledReason,
  type Endpoint,
  type EndpointStatus,
  MAX_ENDPOINTS,
  PREVIOUS_SECRET_LIFETIME_MS,
  secretContext,
} from "./endpoint";

export interface EndpointRow {
  account_id: string;
  id: string;
  url: string;
  description: string | null;
  /** A deleted endpoint stays, hidden, until its deliveries are purged. */
  status: EndpointStatus | "deleted";
  disabled_reason: DisabledReason | null;
  /** Both sealed; empty once the endpoint is deleted. */
  secret: string;
  previous_secret: string | null;
  previous_secret_expires_at: Instant | null;
  failing_since: Instant | null;
  created_at: Instant;
  updated_at: Instant;
}

export interface EndpointKey {
  accountId: string;
  webhookId: string;
}

const toEndpoint = (row: EndpointRow): Endpoint => ({
  accountId: row.account_id,
  id: row.id,
  url: row.url,
  description: row.description,
  status: row.status === "enabled" ? "enabled" : "disabled",
  disabledReason: row.disabled_reason,
  failingSince: row.failing_since,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const ofAccount = (db: Db, accountId: string) =>
  db<EndpointRow>("webhook_endpoints").where({ account_id: accountId }).whereNot({ status: "deleted" });

interface Parts {
  db: Db;
  secrets: SecretBox;
}

/** Stores an endpoint with its secret; false when the account has as many as it may have. */
export async function insertEndpoint(
  { db, secrets }: Parts,
  endpoint: Endpoint,
  secret: string,
): Promise<boolean> {
  const { accountId } = endpoint;
  return db.transaction(async (trx) => {
    await lockAccount(trx, accountId);
    if ((await countEndpoints(trx, accountId)) >= MAX_ENDPOINTS) return false;
    await trx<EndpointRow>("webhook_endpoints").insert({
      account_id: accountId,
      id: endpoint.id,
      url: endpoint.url,
      description: endpoint.description,
      status: endpoint.status,
      disabled_reason: endpoint.disabledReason,
      secret: secrets.seal(secret, secretContext(accountId, endpoint.id)),
      failing_since: endpoint.failingSince,
      created_at: endpoint.createdAt,
      updated_at: endpoint.updatedAt,
    });
    return true;
  });
}

async function countEndpoints(db: Db, accountId: string): Promise<number> {
  const counted = await ofAccount(db, accountId).count({ total: "*" }).first<{ total: number }>();
  return counted.total;
}

/** The account's endpoints, newest first, and how many there are in all. */
export async function listEndpoints(
  db: Db,
  accountId: string,
  { limit, offset }: PageRequest,
): Promise<{ endpoints: Endpoint[]; total: number }> {
  const rows = await ofAccount(db, accountId).orderBy("id", "desc").limit(limit).offset(offset);
  return { endpoints: rows.map(toEndpoint), total: await countEndpoints(db, accountId) };
}

export async function findEndpoint(db: Db, accountId: string, id: string): Promise<Endpoint | null> {
  const row = await ofAccount(db, accountId).where({ id }).first();
  return row ? toEndpoint(row) : null;
}

export interface EndpointChanges {
  url?: string;
  description?: string | null;
  status?: EndpointStatus;
}

/**
 * Writes what is given and leaves the rest; null when there is no such endpoint. A new URL and a switching on both give
 * the endpoint a clean record.
 */
export async function updateEndpoint(
  db: Db,
  accountId: string,
  id: string,
  changes: EndpointChanges,
  now: Instant,
): Promise<Endpoint | null> {
  const { url, description, status } = changes;
  const [row] = await ofAccount(db, accountId)
    .where({ id })
    .update({
      ...(url === undefined ? {} : { url, failing_since: null }),
      ...(description === undefined ? {} : { description }),
      ...(status === "enabled" ? { status, disabled_reason: null, failing_since: null } : {}),
      ...(status === "disabled"
        ? { status, disabled_reason: db.raw("coalesce(disabled_reason, 'manual')") }
        : {}),
      updated_at: now,
    })
    .returning("*");
  return row ? toEndpoint(row) : null;
}

/** Gives the endpoint a new secret; the one before goes on signing for a while. */
export async function rotateSecret(
  { db, secrets }: Parts,
  accountId: string,
  id: string,
  secret: string,
  now: Instant,
): Promise<Endpoint | null> {
  const [row] = await ofAccount(db, accountId)
    .where({ id })
    .update({
      secret: secrets.seal(secret, secretContext(accountId, id)),
      previous_secret: db.ref("secret"),
      previous_secret_expires_at: now + PREVIOUS_SECRET_LIFETIME_MS,
      updated_at: now,
    })
    .returning("*");
  return row ? toEndpoint(row) : null;
}

/**
 * Hides the endpoint for good and forgets its secrets; answers whether there was one. Its deliveries, which may be
 * millions, are purged later: see `purgeDeliveries`.
 */
export async function deleteEndpoint(db: Db, accountId: string, id: string, now: Instant): Promise<boolean> {
  const forgotten = { url: "", secret: "", previous_secret: null, description: null };
  const deleted = await ofAccount(db, accountId)
    .where({ id })
    .update({ ...forgotten, status: "deleted", updated_at: now });
  return deleted > 0;
}
