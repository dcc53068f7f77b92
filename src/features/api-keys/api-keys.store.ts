import { scopes as knownScopes } from "../../../generated/server/routes";
import type { Knex } from "knex";
import { type Db, lockRows } from "../../platform/db/dialect";
import type { PageRequest } from "../../platform/db/page";
import { runQueries, type Query } from "../../platform/db/statement-batch";
import { type Instant, latestPlausible, MINUTE } from "../../platform/time";
import { expandScopes, type KeyFingerprint } from "./api-key";

export interface ApiKey {
  id: string;
  accountId: string;
  name: string;
  prefix: string;
  /** Granted scopes. `*` grants all scopes; `expandScopes` expands it. */
  scopes: readonly string[];
  createdAt: Instant;
  lastUsedAt: Instant | null;
  expiresAt: Instant | null;
  revokedAt: Instant | null;
  replacedBy: string | null;
}

interface ApiKeyRow {
  account_id: string;
  id: string;
  name: string;
  prefix: string;
  hash: string;
  scopes: string;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
  revoked_at: number | null;
  replaced_by: string | null;
}

const toApiKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  prefix: row.prefix,
  scopes: JSON.parse(row.scopes) as string[],
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  replacedBy: row.replaced_by,
});

const ofAccount = (db: Db, accountId: string) =>
  db<ApiKeyRow>("api_keys").where("api_keys.account_id", accountId);

interface NewApiKey extends KeyFingerprint {
  id: string;
  accountId: string;
  name: string;
  scopes: readonly string[];
  createdAt: Instant;
  expiresAt: Instant | null;
}

export async function insertApiKey(db: Db, { hash, ...key }: NewApiKey): Promise<ApiKey> {
  await db<ApiKeyRow>("api_keys").insert({
    account_id: key.accountId,
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    hash,
    scopes: JSON.stringify(key.scopes),
    created_at: key.createdAt,
    expires_at: key.expiresAt,
  });
  return { ...key, lastUsedAt: null, revokedAt: null, replacedBy: null };
}

/**
 * Returns a page of the account's keys, newest first, including revoked and expired ones, and their total.
 */
export async function listApiKeys(
  db: Db,
  accountId: string,
  { limit, offset }: PageRequest,
): Promise<{ keys: ApiKey[]; total: number }> {
  const rows = await ofAccount(db, accountId).orderBy("id", "desc").limit(limit).offset(offset);
  const counted = await ofAccount(db, accountId).count({ total: "*" }).first<{ total: number }>();
  return { keys: rows.map(toApiKey), total: counted.total };
}

export async function everyApiKey(db: Db, accountId: string): Promise<ApiKey[]> {
  return (await ofAccount(db, accountId).orderBy("id", "desc")).map(toApiKey);
}

export async function findApiKey(db: Db, accountId: string, keyId: string): Promise<ApiKey | null> {
  const row = await ofAccount(db, accountId).where({ id: keyId }).first();
  return row ? toApiKey(row) : null;
}

/** Revokes the key; an earlier revocation keeps its time. Returns whether this call revoked the key. */
export async function revokeApiKey(db: Db, accountId: string, keyId: string, now: Instant): Promise<boolean> {
  const revoked = await ofAccount(db, accountId)
    .where({ id: keyId })
    .whereNull("revoked_at")
    .update({ revoked_at: now });
  return revoked > 0;
}

interface Rotation {
  old: ApiKey;
  successor: ApiKey;
  /** Whether this call created the successor; false if an earlier call did. */
  isNew: boolean;
  /** Whether this repeated call made the replaced key end earlier. */
  isShortened: boolean;
}

/**
 * Replaces a key with a new key that has the same name, scopes and expiry. The replaced key ends after
 * `graceMs`; null means 0. Returns null if the key does not exist, or has ended without a successor.
 *
 * A key has at most one successor, so a second call returns the first call's successor. It also ends the
 * replaced key after its own `graceMs`, if that is earlier; null then changes nothing.
 */
export async function rotateApiKey(
  db: Db,
  { accountId, id: keyId }: Pick<ApiKey, "accountId" | "id">,
  successorOf: KeyFingerprint & Pick<ApiKey, "id">,
  { now, graceMs }: { now: Instant; graceMs: number | null },
): Promise<Rotation | null> {
  return db.transaction(async (trx) => {
    const row = await lockRows(trx, ofAccount(trx, accountId).where({ id: keyId }).first());
    if (row === undefined) return null;
    const old = toApiKey(row as ApiKeyRow);
    if (old.replacedBy !== null) {
      const successor = await findApiKey(trx, accountId, old.replacedBy);
      const shortened = graceMs === null ? old : await endAfter(trx, old, graceMs, now);
      return successor && { old: shortened, successor, isNew: false, isShortened: shortened !== old };
    }
    if (hasEnded(old, now)) return null;
    const { name, scopes, expiresAt } = old;
    const successor = await insertApiKey(trx, {
      ...successorOf,
      accountId,
      name,
      scopes,
      expiresAt,
      createdAt: now,
    });
    await ofAccount(trx, accountId).where({ id: keyId }).update({ replaced_by: successor.id });
    const replaced = await endAfter(trx, { ...old, replacedBy: successor.id }, graceMs ?? 0, now);
    return { old: replaced, successor, isNew: true, isShortened: false };
  });
}

const hasEnded = ({ revokedAt, expiresAt }: ApiKey, now: Instant) =>
  revokedAt !== null || (expiresAt !== null && expiresAt <= now);

/**
 * Ends a key after `graceMs`, or at once if `graceMs` is 0. Returns the key unchanged if it already ends by
 * that time.
 */
async function endAfter(trx: Db, key: ApiKey, graceMs: number, now: Instant): Promise<ApiKey> {
  const end = now + graceMs;
  if (hasEnded(key, now) || (key.expiresAt !== null && key.expiresAt <= end)) return key;
  const ended: ApiKey = { ...key, ...(graceMs === 0 ? { revokedAt: now } : { expiresAt: end }) };
  await ofAccount(trx, key.accountId)
    .where({ id: key.id })
    .update({ revoked_at: ended.revokedAt, expires_at: ended.expiresAt });
  return ended;
}

/** Returns a key's account id; null for an unknown key. The operator identifies keys by their id alone. */
export async function accountOfKey(db: Db, keyId: string): Promise<string | null> {
  const row = await db<ApiKeyRow>("api_keys").where({ id: keyId }).first("account_id");
  return row?.account_id ?? null;
}

export interface AuthenticatedKey {
  accountId: string;
  keyId: string;
  /** Individual scopes, with `*` expanded. */
  scopes: readonly string[];
  lastUsedAt: Instant | null;
  expiresAt: Instant | null;
  revokedAt: Instant | null;
  /** Whether a console session of the key authenticated the request. */
  isConsole: boolean;
  isAccountDisabled: boolean;
  /** Rate limit of the account in requests per minute; null for the service's default. */
  rateLimit: number | null;
}

export type FoundKey = Pick<
  ApiKeyRow,
  "account_id" | "id" | "scopes" | "last_used_at" | "expires_at" | "revoked_at"
> & {
  rate_limit: number | null;
  account_disabled_at: number | null;
};

/** Columns of a key `k` and its account `a` that `toAuthenticatedKey` reads. */
export const KEY_COLUMNS =
  "k.account_id, k.id, k.scopes, k.last_used_at, k.expires_at, k.revoked_at, a.rate_limit, a.disabled_at as account_disabled_at";

export const toAuthenticatedKey = (row: FoundKey): AuthenticatedKey => ({
  accountId: row.account_id,
  keyId: row.id,
  scopes: expandScopes(JSON.parse(row.scopes) as string[], knownScopes),
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  isConsole: false,
  isAccountDisabled: row.account_disabled_at !== null,
  rateLimit: row.rate_limit,
});

/**
 * Returns the query for a key. Every request with an API key runs this query. It is plain SQL, because knex
 * would take longer to build it than the database takes to run it.
 */
const keyQuery = (hash: string): Query<FoundKey, FoundKey | undefined> => ({
  sql: `select ${KEY_COLUMNS}
    from api_keys k join accounts a on a.id = k.account_id where k.hash = ?`,
  bindings: [hash],
  read: ([row]) => row,
});

/**
 * Returns the key with the hash; null without one. The caller checks whether the key has expired or was
 * revoked.
 */
export async function findByHash(db: Knex, hash: string): Promise<AuthenticatedKey | null> {
  const [row] = await runQueries(db, [keyQuery(hash)]);
  return row === undefined ? null : toAuthenticatedKey(row);
}

/** Minimum interval between writes of `last_used_at`, in milliseconds. Most requests need no write. */
const TOUCH_INTERVAL_MS = MINUTE;

const staleAt = (now: Instant) => now - TOUCH_INTERVAL_MS;

/** Returns whether a use within the last minute is recorded. An implausible future time does not count. */
export const isUseRecorded = ({ lastUsedAt }: Pick<AuthenticatedKey, "lastUsedAt">, now: Instant): boolean =>
  lastUsedAt !== null && lastUsedAt > staleAt(now) && lastUsedAt <= latestPlausible(now);

export async function touchLastUsed(
  db: Db,
  key: Pick<AuthenticatedKey, "accountId" | "keyId">,
  now: Instant,
): Promise<void> {
  // The update repeats the check, because concurrent requests have read the same old value.
  await ofAccount(db, key.accountId)
    .where({ id: key.keyId })
    .andWhere(
      (due) =>
        void due
          .whereNull("last_used_at")
          .orWhere("last_used_at", "<=", staleAt(now))
          .orWhere("last_used_at", ">", latestPlausible(now)),
    )
    .update({ last_used_at: now });
}
