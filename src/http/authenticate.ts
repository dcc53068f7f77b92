import { createHash } from "node:crypto";
import { parseCookie } from "cookie";
import type { Request } from "express";
import type { Knex } from "knex";
import type { Logger } from "pino";
import {
  type AuthenticatedKey,
  findByHash,
  isUseRecorded,
  touchLastUsed,
} from "../features/api-keys/api-keys.store";
import type { Session } from "../features/api-keys/console-session";
import { extendSession, findSession } from "../features/api-keys/console-sessions.store";
import { retryOnce } from "../platform/db/errors";
import { forbidden, Problem } from "../platform/problem";
import type { Clock, Instant } from "../platform/time";
import { withTimeout } from "../platform/with-timeout";
import type { Route } from "../../generated/server/routes";

const KEY = /^st_[0-9a-fA-F]{64}$/;

const unauthorized = (message: string) =>
  new Problem(401, "unauthorized", message, undefined, { "WWW-Authenticate": 'Bearer realm="recado"' });

/** Returns the value of a header. Throws 401 if the header is repeated with different values. */
function single(headers: Request["headersDistinct"], name: string): string | undefined {
  const [value, other] = new Set(headers[name.toLowerCase()]);
  if (other !== undefined)
    throw unauthorized(`${name} is sent twice with different values: send one of them`);
  return value;
}

/**
 * Returns the API key of the request's headers. Throws 401 if the key is missing or malformed, or if two
 * headers carry different keys.
 */
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

export interface AuthenticationDeps {
  db: Knex;
  clock: Clock;
  log: Logger;
}

const isOver = ({ revokedAt, expiresAt }: AuthenticatedKey, now: Instant) =>
  revokedAt !== null || (expiresAt !== null && expiresAt <= now);

/**
 * Returns the API key of a request or its console session. Throws 401 unless the key is valid and its account
 * enabled.
 */
export async function authenticate(deps: AuthenticationDeps, req: Request): Promise<AuthenticatedKey> {
  const { db, clock } = deps;
  const now = clock.now();
  const token = sessionTokenOf(req);
  if (token !== null) {
    const session = await authenticateSession(deps, req, token);
    await recordUse(deps, session, now);
    return session;
  }
  const hash = createHash("sha256").update(keyOf(req.headersDistinct)).digest("hex");
  const key = await retryOnce(() => findByHash(db, hash));
  if (key === null || isOver(key, now)) {
    throw unauthorized("The API key is unknown, revoked or expired");
  }
  if (key.isAccountDisabled) {
    throw unauthorized("The account of this API key is disabled: ask the operator of the service");
  }
  await recordUse(deps, key, now);
  return key;
}

export const SESSION_COOKIE = "recado_session";
/** Header that the console's script sends. CORS prevents pages of other origins from sending this header. */
const CONSOLE_HEADER = "X-Recado-Console";
/** Header that the console's script adds when no user is at the page, so the session is not extended. */
const AWAY_HEADER = "X-Recado-Away";
/** Header with the id of the key that the page shows. Another tab may have signed in with another key. */
const KEY_ID_HEADER = "X-Recado-Key-Id";

export function isFromConsole(req: Request): boolean {
  if (req.get(CONSOLE_HEADER) !== "1") return false;
  const site = req.get("Sec-Fetch-Site");
  if (site !== undefined) return site === "same-origin";
  const origin = req.get("Origin");
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === req.get("Host"));
}

/** Returns the session token if the console sent the request without an API key, else null. */
export function sessionTokenOf(req: Request): string | null {
  const { "x-api-key": key, authorization, cookie } = req.headers;
  if (key !== undefined || authorization !== undefined || cookie === undefined || !isFromConsole(req))
    return null;
  return parseCookie(cookie)[SESSION_COOKIE] ?? null;
}

/**
 * Returns the session of a token and, if a user is at the page, extends the session. Throws 401 if the
 * session or its key has ended, the account is disabled, or the page was opened with another key.
 */
export async function authenticateSession(
  { db, clock, log }: AuthenticationDeps,
  req: Request,
  token: string,
): Promise<Session> {
  const now = clock.now();
  const session = await retryOnce(() => findSession(db, token));
  if (session === null || session.endsAt <= now || isOver(session, now) || session.isAccountDisabled) {
    throw unauthorized("The session has ended: sign in again");
  }
  requireKeyOfPage(req, session);
  if (req.get(AWAY_HEADER) === "1") return session;
  await extendSession(db, session, now).catch((error: unknown) =>
    log.debug({ err: error, keyId: session.keyId }, "failed to extend a session"),
  );
  return session;
}

/** Throws 401 if the page was opened with another key than that of the session. */
export function requireKeyOfPage(req: Request, { keyId }: Pick<Session, "keyId">): void {
  if ((req.get(KEY_ID_HEADER) ?? keyId) !== keyId) {
    throw unauthorized("The session belongs to another key: reload the page");
  }
}

/** Longest time that a request waits for the recording of its key's use, in milliseconds. */
const RECORD_TIMEOUT_MS = 50;
/** Ids of keys whose use is being recorded. Concurrent requests with the key skip the recording. */
const inFlight = new Set<string>();

/** Records that the key was used. A failed write does not fail the request. */
async function recordUse(
  { db, log }: AuthenticationDeps,
  key: AuthenticatedKey,
  now: Instant,
): Promise<void> {
  const { keyId } = key;
  if (isUseRecorded(key, now) || inFlight.has(keyId)) return;
  inFlight.add(keyId);
  const recorded = retryOnce(() => touchLastUsed(db, key, now))
    .catch((error: unknown) => log.debug({ err: error, keyId }, "failed to record the use of a key"))
    .finally(() => inFlight.delete(keyId));
  await withTimeout(RECORD_TIMEOUT_MS, recorded).catch(() => {});
}

/** Throws 403 unless the key has the scope that the contract requires, such as `campaigns:launch`. */
export function requireScope({ scopes }: AuthenticatedKey, { scope }: Pick<Route, "scope">): void {
  if (scope === null || scopes.includes(scope)) return;
  throw forbidden(`This key lacks the scope ${scope}`);
}
