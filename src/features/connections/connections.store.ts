import { isDeepStrictEqual } from "node:util";
import type { GivenSettings } from "../../carriers/settings";
import { beginWrite, type Db, lockRows, lockSharedRows } from "../../platform/db/dialect";
import { conflict } from "../../platform/problem";
import { randomToken } from "../../platform/secrets/random-token";
import { canOpen, type SecretBox, type SecretContext } from "../../platform/secrets/secret-box";
import { type BucketRow, fullBucket, nextFrom, takeFrom } from "../../platform/db/token-bucket";
import type { Instant } from "../../platform/time";

/** A stored carrier account of the operator. Its secrets are sealed (encrypted). */
export interface StoredConnection {
  name: string;
  kind: string;
  /** Settings given by the operator, without the kind's defaults. */
  settings: GivenSettings;
  sealedSecrets: Readonly<Record<string, string>>;
  sealedToken: string;
  revision: number;
  createdAt: Instant;
  updatedAt: Instant;
  pausedAt: Instant | null;
}

interface ConnectionRow {
  name: string;
  kind: string;
  settings: string;
  secrets: string;
  token: string;
  max_per_second: number | null;
  tokens: number;
  tokens_at: Instant;
  revision: number;
  created_at: Instant;
  updated_at: Instant;
  paused_at: Instant | null;
}

const toConnection = (row: ConnectionRow): StoredConnection => ({
  name: row.name,
  kind: row.kind,
  settings: JSON.parse(row.settings) as GivenSettings,
  sealedSecrets: JSON.parse(row.secrets) as Record<string, string>,
  sealedToken: row.token,
  revision: row.revision,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  pausedAt: row.paused_at,
});

const rows = (db: Db) => db<ConnectionRow>("carrier_connections");
const contextOf = (connection: string, secret: string): SecretContext => [
  "carrier_connections",
  connection,
  secret,
];
/**
 * Name under which the callback token is sealed (encrypted). The space keeps it distinct from names of
 * secrets.
 */
const TOKEN = "callback token";

/** Returns the sealed secrets after the changes. A change to null removes a secret. */
const sealAll = (
  box: SecretBox,
  name: string,
  changes: Readonly<Record<string, string | null>>,
  before: Readonly<Record<string, string>> = {},
): Record<string, string> => {
  const kept = Object.entries(before).filter(([secret]) => changes[secret] === undefined);
  const sealed = Object.entries(changes).flatMap(([secret, value]) =>
    value === null ? [] : [[secret, box.seal(value, contextOf(name, secret))]],
  );
  return Object.fromEntries([...kept, ...sealed]) as Record<string, string>;
};

interface ConnectionInput {
  settings: GivenSettings;
  secrets: Readonly<Record<string, string>>;
}

function bucketFor({ max_per_second: given }: GivenSettings, now: Instant) {
  const maxPerSecond = typeof given === "number" ? given : null;
  const { tokens, tokensAt } = fullBucket(maxPerSecond ?? 0, now);
  return { max_per_second: maxPerSecond, tokens, tokens_at: tokensAt };
}

const bucketOf = (name: string): BucketRow => ({
  table: "carrier_connections",
  where: "name = ? and max_per_second is not null",
  bindings: [name],
});

/**
 * Takes at most `count` tokens and returns their number; `count` if the limit or the connection was removed.
 */
export const takeConnectionTokens = async (
  db: Db,
  name: string,
  count: number,
  now: Instant,
): Promise<number> => (await takeFrom(db, bucketOf(name), count, now)) ?? count;

/** Returns when the bucket holds `count` tokens at the earliest; null if the connection has no limit. */
export const nextConnectionTokenAt = (
  db: Db,
  name: string,
  now: Instant,
  count: number,
): Promise<Instant | null> => nextFrom(db, bucketOf(name), now, count);

/** Adds a connection; throws a conflict if the name is taken. */
export async function insertConnection(
  db: Db,
  box: SecretBox,
  { name, kind, settings, secrets }: ConnectionInput & { name: string; kind: string },
  now: Instant,
): Promise<StoredConnection> {
  const row: ConnectionRow = {
    ...bucketFor(settings, now),
    name,
    kind,
    settings: JSON.stringify(settings),
    secrets: JSON.stringify(sealAll(box, name, secrets)),
    token: box.seal(randomToken(), contextOf(name, TOKEN)),
    revision: 1,
    created_at: now,
    updated_at: now,
    paused_at: null,
  };
  const inserted: unknown[] = await rows(db).insert(row).onConflict("name").ignore().returning("name");
  if (inserted.length === 0) throw conflict(`The connection "${name}" already exists`);
  return toConnection(row);
}

interface ConnectionChanges extends Pick<ConnectionInput, "settings"> {
  /** Changed secrets by name. Null removes a secret; absent secrets stay. */
  secrets: Readonly<Record<string, string | null>>;
}

/** Returns whether the changes equal what is stored. A stored secret that cannot be decrypted differs. */
function isStored(
  box: SecretBox,
  before: StoredConnection,
  { settings, secrets }: ConnectionChanges,
): boolean {
  return (
    isDeepStrictEqual(settings, before.settings) &&
    Object.entries(secrets).every(([secret, value]) => {
      const sealed = before.sealedSecrets[secret];
      if (value === null || sealed === undefined) return value === (sealed ?? null);
      const context = contextOf(before.name, secret);
      return canOpen(box, sealed, context) && box.open(sealed, context) === value;
    })
  );
}

interface ConnectionChange {
  stored: StoredConnection;
  isChanged: boolean;
  hasNewToken: boolean;
}

/**
 * Applies `change` to a connection under a row lock; returns null if the connection does not exist. Also
 * replaces a callback token that cannot be decrypted. The revision stays if nothing changes, so that the
 * processes keep the connection open.
 */
export async function changeConnection(
  db: Db,
  box: SecretBox,
  name: string,
  change: (before: StoredConnection, trx: Db) => ConnectionChanges | Promise<ConnectionChanges>,
  now: Instant,
): Promise<ConnectionChange | null> {
  return db.transaction(async (trx) => {
    await beginWrite(trx);
    const row = await rows(trx).where({ name }).forUpdate().first();
    if (row === undefined) return null;
    const before = toConnection(row);
    const changes = await change(before, trx);
    const tokenContext = contextOf(name, TOKEN);
    const hasToken = canOpen(box, row.token, tokenContext);
    if (hasToken && isStored(box, before, changes))
      return { stored: before, isChanged: false, hasNewToken: false };
    const { settings, secrets } = changes;
    const isAsFast = settings.max_per_second === before.settings.max_per_second;
    const changed = {
      ...(isAsFast ? {} : bucketFor(settings, now)),
      settings: JSON.stringify(settings),
      secrets: JSON.stringify(sealAll(box, name, secrets, before.sealedSecrets)),
      token: hasToken ? row.token : box.seal(randomToken(), tokenContext),
      revision: before.revision + 1,
      updated_at: now,
    };
    await rows(trx).where({ name }).update(changed);
    return { stored: toConnection({ ...row, ...changed }), isChanged: true, hasNewToken: !hasToken };
  });
}

/** Pauses a connection. Returns false if it does not exist or is already paused; the pause time stays. */
export async function pauseConnection(db: Db, name: string, now: Instant): Promise<boolean> {
  return (await rows(db).where({ name }).whereNull("paused_at").update({ paused_at: now })) > 0;
}

/** Resumes a paused connection. Returns false if it is not paused or does not exist. */
export async function resumeConnection(db: Db, name: string): Promise<boolean> {
  return (await rows(db).where({ name }).whereNotNull("paused_at").update({ paused_at: null })) > 0;
}

/** Locks a connection against removal until the transaction ends; returns false if it does not exist. */
export async function lockSharedConnection(trx: Db, name: string): Promise<boolean> {
  await beginWrite(trx);
  return (await lockSharedRows(trx, rows(trx).where({ name }).first("name"))) !== undefined;
}

/** Removes a connection unless senders use it; returns the number of its senders. */
export async function removeConnection(
  db: Db,
  name: string,
  senders: (trx: Db, name: string) => Promise<number>,
): Promise<number> {
  return db.transaction(async (trx) => {
    await beginWrite(trx);
    await lockRows(trx, rows(trx).where({ name }).first("name"));
    const using = await senders(trx, name);
    if (using === 0) await rows(trx).where({ name }).del();
    return using;
  });
}

export async function findConnection(db: Db, name: string): Promise<StoredConnection | null> {
  const row = await rows(db).where({ name }).first();
  return row ? toConnection(row) : null;
}

export const listConnections = async (db: Db): Promise<StoredConnection[]> =>
  (await rows(db).orderBy("name")).map(toConnection);

/** Returns a value that differs after a change, and after a connection was removed and added again. */
export const versionOf = ({ createdAt, revision }: Pick<StoredConnection, "createdAt" | "revision">) =>
  `${createdAt} ${revision}`;

export async function connectionStates(db: Db): Promise<Map<string, { version: string; isPaused: boolean }>> {
  const found = await rows(db).select("name", "created_at", "revision", "paused_at");
  return new Map(
    found.map(({ name, created_at: createdAt, revision, paused_at: pausedAt }) => [
      name,
      { version: versionOf({ createdAt, revision }), isPaused: pausedAt !== null },
    ]),
  );
}

/** Returns the decrypted secrets that `changes` neither replaces nor removes. */
export function openKeptSecrets(
  box: SecretBox,
  { name, sealedSecrets }: Pick<StoredConnection, "name" | "sealedSecrets">,
  changes: ConnectionChanges["secrets"] = {},
): Record<string, string> {
  const kept = Object.entries(sealedSecrets).filter(([secret]) => changes[secret] === undefined);
  return Object.fromEntries(
    kept.map(([secret, value]) => [secret, box.open(value, contextOf(name, secret))] as const),
  );
}

export const openSecrets = (
  box: SecretBox,
  stored: StoredConnection,
): { secrets: Record<string, string>; token: string } => ({
  secrets: openKeptSecrets(box, stored),
  token: box.open(stored.sealedToken, contextOf(stored.name, TOKEN)),
});

export async function unreadableConnections(db: Db, box: SecretBox): Promise<number> {
  const isReadable = ({ name, sealedSecrets, sealedToken }: StoredConnection) =>
    Object.entries({ ...sealedSecrets, [TOKEN]: sealedToken }).every(([secret, value]) =>
      canOpen(box, value, contextOf(name, secret)),
    );
  return (await listConnections(db)).filter((one) => !isReadable(one)).length;
}

/** Seals secrets with the current key if they were sealed with an earlier key. */
export async function resealConnections(trx: Db, box: SecretBox): Promise<void> {
  // Without the lock, the old secrets would overwrite secrets that another process changes.
  for (const row of await lockRows(trx, rows(trx).orderBy("name").select("name", "secrets", "token"))) {
    const { name } = row;
    const again = (secret: string, value: string) => box.resealed(value, contextOf(name, secret)) ?? value;
    const sealed = JSON.parse(row.secrets) as Record<string, string>;
    const resealed = Object.entries(sealed).map(([secret, value]) => [secret, again(secret, value)] as const);
    const changed = { secrets: JSON.stringify(Object.fromEntries(resealed)), token: again(TOKEN, row.token) };
    if (changed.secrets === row.secrets && changed.token === row.token) continue;
    await rows(trx).where({ name }).update(changed);
  }
}
