import { stringifySetCookie } from "cookie";
import express, { type Request, type RequestHandler, type Response, type Router } from "express";
import { ipKeyGenerator } from "express-rate-limit";
import { type AccountConcurrency, acquireUntilClosed } from "../../http/account-concurrency";
import {
  authenticate,
  type AuthenticationDeps,
  authenticateSession,
  isFromConsole,
  requireKeyOfPage,
  SESSION_COOKIE,
  sessionTokenOf,
} from "../../http/authenticate";
import { countRequest, type RateCounter } from "../../http/rate-limit";
import { type Instant, SECOND, toTimestamp } from "../../platform/time";
import { forbidden, methodNotAllowed, Problem } from "../../platform/problem";
import { findAccount } from "../../features/accounts/accounts.store";
import { findApiKey } from "../../features/api-keys/api-keys.store";
import { MAX_LIFETIME, type Session } from "../../features/api-keys/console-session";
import { endSession, findSession, openSession } from "../../features/api-keys/console-sessions.store";
import type { SignedIn } from "./signed-in";
import { FailedSignIns } from "./failed-sign-ins";

interface SessionDeps extends AuthenticationDeps {
  config: { publicUrl: string; rateLimit: number };
  /** Request counter that the API uses too, so that an account has one rate limit. */
  counter: RateCounter;
  /** Limits of concurrent requests per account, shared with the API. */
  concurrency: Pick<AccountConcurrency, "requests">;
}

const isUnauthorized = (error: unknown): error is Problem => error instanceof Problem && error.status === 401;

/** Returns the session of a token; null if the token is invalid, so that `GET` does not return an error. */
async function sessionOrNull(deps: SessionDeps, req: Request, token: string): Promise<Session | null> {
  try {
    return await authenticateSession(deps, req, token);
  } catch (error) {
    if (isUnauthorized(error)) return null;
    throw error;
  }
}

/**
 * Returns the router of `/console/session`, which requires the console header against cross-site requests.
 * `POST` with an API key starts a session, and `DELETE` ends it. `GET` returns the session's account and key,
 * or 204 without a session.
 */
export function sessionRouter(deps: SessionDeps): Router {
  const { db, clock, config, counter, concurrency } = deps;
  const router = express.Router({ caseSensitive: true, strict: true });

  async function signedInBody(
    key: { accountId: string; keyId: string; scopes: readonly string[] },
    endsAt: Instant,
  ): Promise<SignedIn> {
    const [account, shown] = await Promise.all([
      findAccount(db, key.accountId),
      findApiKey(db, key.accountId, key.keyId),
    ]);
    return {
      account: { id: key.accountId, name: account?.name ?? "" },
      key: { id: key.keyId, name: shown?.name ?? "", prefix: shown?.prefix ?? "", scopes: key.scopes },
      ends_at: toTimestamp(endsAt),
    };
  }

  async function signInKey(req: Request) {
    if (req.get("X-API-Key") === undefined) {
      throw new Problem(401, "unauthorized", "Send an API key in the header X-API-Key");
    }
    return authenticate(deps, req);
  }

  const setCookie = (req: Request, res: Response, value: string, maxAgeMs: number) =>
    res.setHeader(
      "Set-Cookie",
      stringifySetCookie({
        name: SESSION_COOKIE,
        value,
        path: "/",
        httpOnly: true,
        sameSite: "strict",
        maxAge: Math.floor(maxAgeMs / SECOND),
        secure: req.secure || config.publicUrl.startsWith("https:"),
      }),
    );

  const ownPageOnly: RequestHandler = (req, res, next) => {
    if (!isFromConsole(req)) throw forbidden("Only the console's page may send this request");
    res.setHeader("Cache-Control", "no-store");
    next();
  };

  const failedSignIns = new FailedSignIns(clock);

  router.use("/console/session", ownPageOnly);
  router.post("/console/session", async (req, res) => {
    const key = await signInKey(req).catch((error: unknown) => {
      throw isUnauthorized(error) ? failedSignIns.refusal(ipKeyGenerator(req.ip ?? "", 56), error) : error;
    });
    const { accountId, rateLimit } = key;
    res.locals.accountId = accountId;
    const limits = { accountId, rateLimit: rateLimit ?? config.rateLimit };
    const tooMany = await countRequest(res, counter, clock, limits);
    if (tooMany !== null) throw tooMany;
    await acquireUntilClosed(concurrency.requests, accountId, 1, res);
    const { token, endsAt } = await openSession(db, key, clock.now());
    setCookie(req, res, token, MAX_LIFETIME);
    res.status(201).json(await signedInBody(key, endsAt));
  });
  router.get("/console/session", async (req, res) => {
    const token = sessionTokenOf(req);
    const session = token === null ? null : await sessionOrNull(deps, req, token);
    if (session === null) return void res.status(204).end();
    res.locals.accountId = session.accountId;
    // Not counted against the rate limit, so that the console opens and can show which requests are rejected.
    await acquireUntilClosed(concurrency.requests, session.accountId, 1, res);
    res.json(await signedInBody(session, session.endsAt));
  });
  router.delete("/console/session", async (req, res) => {
    const token = sessionTokenOf(req);
    if (token !== null) {
      const session = await findSession(db, token);
      if (session !== null && session.endsAt > clock.now()) requireKeyOfPage(req, session);
      await endSession(db, token);
    }
    setCookie(req, res, "", 0);
    res.status(204).end();
  });
  router.all("/console/session", (req) => {
    throw methodNotAllowed(req.method, "GET, HEAD, POST, DELETE");
  });
  return router;
}
