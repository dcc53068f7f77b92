import express, { type RequestHandler, type Router } from "express";
import type { components } from "../../../generated/schema";
import type { Platform } from "../../platform/platform";
import { type AccountConcurrency, acquireUntilClosed } from "../../http/account-concurrency";
import { authenticate } from "../../http/authenticate";
import { readBody } from "../../http/body";
import { countRequest, type RateCounter } from "../../http/rate-limit";
import { forbidden, methodNotAllowed } from "../../platform/problem";
import { readFrom, replyFrom, subscriptionFrom, tapFrom } from "./bodies";
import type { SandboxPhonePort } from "./sandbox-phone";

type ApiKeyScope = components["schemas"]["ApiKeyScope"];

/**
 * Scopes that each action of the simulated phone needs. Replies, taps and subscriptions can change contacts
 * and suppression lists. Errors of taps and reads reveal whether a message exists.
 */
const SCOPES = {
  reply: ["messages:send", "contacts:write"],
  tap: ["messages:send", "messages:read", "contacts:write"],
  read: ["messages:send", "messages:read"],
  subscription: ["messages:send", "contacts:write"],
} as const satisfies Record<keyof SandboxPhonePort, readonly ApiKeyScope[]>;

const onlyPost: RequestHandler = (req) => {
  throw methodNotAllowed(req.method, "POST");
};

interface SandboxPhoneDeps extends Pick<Platform, "db" | "clock" | "log"> {
  config: { rateLimit: number };
  port: SandboxPhonePort;
  /** Request counter that the API uses too, so that an account has one rate limit. */
  counter: RateCounter;
  /** Limits of concurrent requests and body bytes per account, shared with the API. */
  concurrency: AccountConcurrency;
}

/**
 * Returns the router of the simulated phone's actions. An API key or a console session authenticates them.
 */
export function sandboxPhoneRouter({
  config,
  db,
  clock,
  log,
  port,
  counter,
  concurrency,
}: SandboxPhoneDeps): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const act = (
    scopes: readonly ApiKeyScope[],
    perform: (accountId: string, body: unknown) => Promise<void>,
  ): RequestHandler => {
    return async (req, res) => {
      const key = await authenticate({ db, clock, log }, req);
      const { accountId } = key;
      res.locals.accountId = accountId;
      const rateLimit = key.rateLimit ?? config.rateLimit;
      const tooMany = await countRequest(res, counter, clock, { accountId, rateLimit });
      const lacking = scopes.filter((scope) => !key.scopes.includes(scope));
      if (lacking.length > 0) throw forbidden(`This key lacks the scope ${lacking.join(" and ")}`);
      if (tooMany !== null) throw tooMany;
      await acquireUntilClosed(concurrency.requests, accountId, 1, res);
      const body = await readBody(req, res, concurrency);
      await perform(accountId, req.body);
      body.release();
      res.status(202).json({ status: "accepted" });
    };
  };

  router.post(
    "/sandbox/replies",
    act(SCOPES.reply, async (accountId, body) => port.reply(accountId, replyFrom(body))),
  );
  router.post(
    "/sandbox/taps",
    act(SCOPES.tap, async (accountId, body) => {
      const { messageId, suggestion } = tapFrom(body);
      await port.tap(accountId, messageId, suggestion);
    }),
  );
  router.post(
    "/sandbox/reads",
    act(SCOPES.read, async (accountId, body) => port.read(accountId, readFrom(body).messageId)),
  );

  router.post(
    "/sandbox/subscriptions",
    act(SCOPES.subscription, async (accountId, body) => port.subscription(accountId, subscriptionFrom(body))),
  );

  for (const action of ["replies", "taps", "reads", "subscriptions"])
    router.all(`/sandbox/${action}`, onlyPost);
  return router;
}
