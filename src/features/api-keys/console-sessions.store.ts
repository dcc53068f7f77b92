import type { Knex } from "knex";
import { deleteChunk } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import { runQueries } from "../../platform/db/statement-batch";
import { randomToken } from "../../platform/secrets/random-token";
import type { Instant } from "../../platform/time";
import { hashKey } from "./api-key";
import { type AuthenticatedKey, type FoundKey, KEY_COLUMNS, toAuthenticatedKey } from "./api-keys.store";
import { endOfSession, extendedEnd, type Session } from "./console-session";

interface SessionRow {
  hash: string;
  account_id: string;
  key_id: string;
  created_at: number;
  ends_at: number;
}

/** Opens a session for an API key; returns its token and end. Only the token's hash is stored. */
export async function openSession(
  db: Db,
  { accountId, keyId }: Pick<AuthenticatedKey, "accountId" | "keyId">,
  now: Instant,
): Promise<{ token: string; endsAt: Instant }> {
  const token = randomToken();
  const endsAt = endOfSession(now, now);
  await db<SessionRow>("console_sessions").insert({
    hash: hashKey(token),
    account_id: accountId,
    key_id: keyId,
    created_at: now,
    ends_at: endsAt,
  });
  return { token, endsAt };
}

type FoundSession = FoundKey & Pick<SessionRow, "hash" | "created_at" | "ends_at">;

/**
 * Returns the session with this token and its API key; null for an unknown token. The caller checks whether
 * both are still valid.
 */
export async function findSession(db: Knex, token: string): Promise<Session | null> {
  const [row] = await runQueries(db, [
    {
      sql: `select ${KEY_COLUMNS}, s.hash, s.created_at, s.ends_at from console_sessions s
        join api_keys k on k.account_id = s.account_id and k.id = s.key_id
        join accounts a on a.id = k.account_id where s.hash = ?`,
      bindings: [hashKey(token)],
      read: ([row]: FoundSession[]) => row,
    },
  ]);
  if (row === undefined) return null;
  const { hash, created_at: createdAt, ends_at: endsAt } = row;
  return { ...toAuthenticatedKey(row), isConsole: true, hash, createdAt, endsAt };
}

export async function extendSession(
  db: Db,
  session: Pick<Session, "hash" | "createdAt" | "endsAt">,
  now: Instant,
): Promise<void> {
  const end = extendedEnd(session, now);
  if (end === null) return;
  await db<SessionRow>("console_sessions").where({ hash: session.hash }).update({ ends_at: end });
}

export async function endSession(db: Db, token: string): Promise<void> {
  await db<SessionRow>("console_sessions")
    .where({ hash: hashKey(token) })
    .delete();
}

export async function endSessionsOf(db: Db, accountId: string): Promise<void> {
  await db<SessionRow>("console_sessions").where({ account_id: accountId }).delete();
}

const PURGED_AT_ONCE = 1_000;

/** Deletes a chunk of ended sessions. Returns whether more may remain. */
export async function purgeSessions(db: Db, now: Instant): Promise<boolean> {
  const purged = await deleteChunk(db, {
    table: "console_sessions",
    key: ["hash"],
    where: "ends_at <= ?",
    bindings: [now],
    order: "ends_at",
    limit: PURGED_AT_ONCE,
  });
  return purged === PURGED_AT_ONCE;
}
