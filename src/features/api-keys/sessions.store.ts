import { randomBytes } from "node:crypto";
import type { Knex } from "knex";
import { deleteChunk } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import { runQueries } from "../../platform/db/statement-batch";
import type { PeriodicJob } from "../../queue/periodic";
import type { Platform } from "../../platform/platform";
import { DAY, HOUR, type Instant, MINUTE } from "../../platform/time";
import { hashKey } from "./api-key";
import { type AuthenticatedKey, type FoundKey, KEY_COLUMNS, toAuthenticatedKey } from "./api-keys.store";

/** Idle time after which a session ends, and its maximum lifetime, in milliseconds. */
export const IDLE = 12 * HOUR;
export const LONGEST = 7 * DAY;
/** Precision of a session's end, in milliseconds: it is written once per interval, not per request. */
const EXACTLY = 5 * MINUTE;

interface SessionRow {
  hash: string;
  account_id: string;
  key_id: string;
  created_at: number;
  ends_at: number;
}

/** A key used through a session, and the session's end unless it is used again. */
export interface Session extends AuthenticatedKey {
  hash: string;
  createdAt: Instant;
  endsAt: Instant;
}

/** Returns the end of a session that is used now. */
const endOf = (createdAt: Instant, now: Instant): Instant => Math.min(now + IDLE, createdAt + LONGEST);

/** Starts a session for the key; returns its token, of which only the hash is stored, and its end. */
export async function beginSession(
  db: Db,
  { accountId, keyId }: Pick<AuthenticatedKey, "accountId" | "keyId">,
  now: Instant,
): Promise<{ token: string; endsAt: Instant }> {
  const token = randomBytes(32).toString("base64url");
  const endsAt = endOf(now, now);
  await db<SessionRow>("console_sessions").insert({
    ...{ hash: hashKey(token), account_id: accountId, key_id: keyId, created_at: now, ends_at: endsAt },
  });
  return { token, endsAt };
}

type FoundSession = FoundKey & Pick<SessionRow, "hash" | "created_at" | "ends_at">;

/** Returns the session with this token, and its key. The caller checks whether they are still valid. */
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
  return { ...toAuthenticatedKey(row), hash: row.hash, createdAt: row.created_at, endsAt: row.ends_at };
}

/** Extends the session, because it is used now. */
export async function prolongSession(
  db: Db,
  { hash, createdAt, endsAt }: Pick<Session, "hash" | "createdAt" | "endsAt">,
  now: Instant,
): Promise<void> {
  const later = endOf(createdAt, now);
  if (later < endsAt + EXACTLY) return;
  await db<SessionRow>("console_sessions").where({ hash }).update({ ends_at: later });
}

export async function endSession(db: Db, token: string): Promise<void> {
  await db<SessionRow>("console_sessions")
    .where({ hash: hashKey(token) })
    .delete();
}

const AT_ONCE = 1_000;

export function sessionPeriodicJobs({ db, clock }: Pick<Platform, "db" | "clock">): PeriodicJob[] {
  return [
    {
      name: "forget sessions of the console",
      everyMs: HOUR,
      async run() {
        const ended = await deleteChunk(db, {
          ...{ table: "console_sessions", key: ["hash"], where: "ends_at <= ?", bindings: [clock.now()] },
          ...{ order: "ends_at", limit: AT_ONCE },
        });
        return ended === AT_ONCE;
      },
    },
  ];
}
