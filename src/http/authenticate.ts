import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { parseCookie } from "cookie";
import type { Request } from "express";
import type { Knex } from "knex";
import type { Logger } from "pino";
import {
  type AuthenticatedKey,
  findByHash,
  isUseNoted,
  touchLastUsed,
} from "../features/api-keys/api-keys.store";
import type { Session } from "../features/api-keys/session";
import { findSession, prolongSession } from "../features/api-keys/sessions.store";
import { retryOnce } from "../platform/db/errors";
import { Problem } from "../platform/problem";
import type { Clock, Instant } from "../platform/time";

const KEY = /^st_[0-9a-fA-F]{64}$/;

const unauthorized = (message: string) =>
  new Problem(401, "unauthorized", message, undefined, { "WWW-Authenticate": 'Bearer realm="recado"' });

/** The one value of a header, which may be sent twice but not with two values. */
function single(headers: Request["headersDistinct"], name: string): string | undefined {
  const [value, other] = new Set(headers[name.toLowerCase()]);
  if (other !== undefined)
    throw unauthorized(`${name} is sent twice with different values: send one of them`);
  return value;
}

/** The key of a request from either header form. Both at once must agree: they could name two accounts. */
function keyOf(headers: Request["headersDistinct"]): string {
  const direct = single(headers, "X-API-Key");
  const authorization = single(headers, "Authorization");
  const bearer = authorization === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (authorization !== undefined && bearer === undefined) {
    throw unauthorized("The Authorization header must read: Bearer <API key>");
  }
  if (direct !== undefined && bearer !== undefined && direct !== bearer) {
    throw unauthorized("X-API-Key and Authorization carry different keys: send one of them");
  }
  const key = direct ?? bearer;
  if (key === undefined) throw unauthorized("An API key is needed, in X-API-Key or as Authorization: Bearer");
  if (!KEY.test(key)) throw unauthorized("The API key is not readable");
  return key;
}

export interface AuthenticationParts {
  db: Knex;
  clock: Clock;
  log: Logger;
}

const isOver = ({ revokedAt, expiresAt }: AuthenticatedKey, now: Instant) =>
  revokedAt !== null || (expiresAt !== null && expiresAt <= now);

/**
 * The account and scopes behind a request's key, or behind the session of the console that stands for one; 401 when it is
 * unknown, revoked or past its end.
 */
export async function authenticate(parts: AuthenticationParts, req: Request): Promise<AuthenticatedKey> {
  const { db, clock } = parts;
  const now = clock.now();
  const token = sessionTokenOf(req);
  if (token !== null) {
    const session = await authenticateSession(parts, token);
    await noteUse(parts, session, now);
    return session;
  }
  const hash = createHash("sha256").update(keyOf(req.headersDistinct)).digest("hex");
  const key = await retryOnce(() => findByHash(db, hash));
  if (key === null || isOver(key, now)) {
    throw unauthorized("The API key is unknown, revoked or expired");
  }
  await noteUse(parts, key, now);
  return key;
}

export const SESSION_COOKIE = "recado_session";
/** Sent by the console's own script. Pages of other origins cannot: nobody allows it to them. */
const CONSOLE_HEADER = "X-Recado-Console";

/** Whether the console's own page sent the request. */
export function isFromConsole(req: Request): boolean {
  if (req.get(CONSOLE_HEADER) !== "1") return false;
  const site = req.get("Sec-Fetch-Site");
  if (site !== undefined) return site === "same-origin";
  const origin = req.get("Origin");
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === req.get("Host"));
}

/** The token of a session, where the console sent the request and no key; null where there is none. */
export function sessionTokenOf(req: Request): string | null {
  const { "x-api-key": key, authorization, cookie } = req.headers;
  if (key !== undefined || authorization !== undefined || cookie === undefined || !isFromConsole(req))
    return null;
  return parseCookie(cookie)[SESSION_COOKIE] ?? null;
}

/** The session with this token, prolonged; 401 when it or its key is over. */
export async function authenticateSession(
  { db, clock, log }: AuthenticationParts,
  token: string,
): Promise<Session> {
  const now = clock.now();
  const session = await retryOnce(() => findSession(db, token));
  if (session === null || session.endsAt <= now || isOver(session, now)) {
    throw unauthorized("The session has ended: sign in again");
  }
  await prolongSession(db, session, now).catch((error: unknown) =>
    log.debug({ err: error, keyId: session.keyId }, "a session could not be prolonged"),
  );
  return session;
}

/** What noting a key's use may take from its request, in milliseconds. After that it goes on by itself. */
const NOTE_WITHIN_MS = 50;
/** The keys whose use is being noted: one note at a time is enough. */
const underWay = new Set<string>();

/** Notes that the key was used. A database that cannot be written to is no reason to refuse a request that reads. */
async function noteUse({ db, log }: AuthenticationParts, key: AuthenticatedKey, now: Instant): Promise<void> {
  const { keyId } = key;
  if (isUseNoted(key, now) || underWay.has(keyId)) return;
  underWay.add(keyId);
  const noted = retryOnce(() => touchLastUsed(db, key, now))
    .catch((error: unknown) => log.debug({ err: error, keyId }, "the use of a key could not be noted"))
    .finally(() => underWay.delete(keyId));
  const late = new AbortController();
  await Promise.race([noted, pause(NOTE_WITHIN_MS, undefined, { signal: late.signal }).catch(() => {})]);
  late.abort();
}
