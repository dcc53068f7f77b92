import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import express, { type RequestHandler, type Router } from "express";
import type { components } from "../../../generated/schema";
import type { Platform } from "../../platform/platform";
import { type AccountShares, holdUntilClosed } from "../../http/account-shares";
import { authenticate } from "../../http/authenticate";
import { readBody } from "../../http/body";
import { countRequest, type RateCounter } from "../../http/rate-limit";
import { Problem } from "../../platform/problem";
import { readFrom, replyFrom, tapFrom } from "./bodies";
import type { HandsetPort } from "./handset";

type ApiKeyScope = components["schemas"]["ApiKeyScope"];

/**
 * Scopes that each action needs. A reply or tap such as SAIR changes contacts and suppression lists. Errors
 * of a tap or read reveal whether a message exists.
 */
const SCOPES = {
  reply: ["messages:send", "contacts:write"],
  tap: ["messages:send", "messages:read", "contacts:write"],
  read: ["messages:send", "messages:read"],
} as const satisfies Record<keyof HandsetPort, readonly ApiKeyScope[]>;

const PAGE = join(__dirname, "page");

export interface HandsetParts extends Pick<Platform, "db" | "clock" | "log"> {
  config: { publicUrl: string; rateLimit: number; console: boolean };
  port: HandsetPort;
  /** Request counter of the API, shared so that an account has one rate limit. */
  counter: RateCounter;
  /** Limits of concurrent requests and body bytes per account, shared with the API. */
  shares: AccountShares;
}

/**
 * Returns the page's Content-Security-Policy. Media may come from the public URL, everything else from this
 * origin. Trusted Types without a policy forbid strings as markup.
 */
function policyFor(publicUrl: string): string {
  const media = `'self' ${new URL(publicUrl).origin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${media}`,
    `media-src ${media}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

/** Returns the page's scripts and styles by name, without type declarations. */
function pageAssets(): ReadonlyMap<string, Buffer> {
  const names = readdirSync(PAGE).filter((name) => /\.(mjs|css|svg)$/.test(name));
  return new Map(names.map((name) => [name, readFileSync(join(PAGE, name))]));
}

/** Returns the router of the sandbox phone at `/sandbox` and of its user's actions. */
export function handsetRouter({ config, db, clock, log, port, counter, shares }: HandsetParts): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  // Read at startup, so that a missing file aborts startup.
  const html = readFileSync(join(PAGE, "index.html"), "utf8").replace(
    "<!--elsewhere-->",
    `${config.console ? '<a href="console">Console</a> ' : ""}<a href="docs">Docs</a>`,
  );
  const assets = pageAssets();
  const headers = {
    "Content-Security-Policy": policyFor(config.publicUrl),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
  };

  router.get("/sandbox", (_req, res) => void res.set(headers).type("html").send(html));
  // The page has links relative to `/sandbox`, so the trailing slash is redirected.
  router.get("/sandbox/", (_req, res) => res.redirect(308, "../sandbox"));
  router.get("/sandbox/assets/:name", (req, res, next) => {
    const { name } = req.params;
    const bytes = assets.get(name);
    if (bytes) res.set(headers).type(extname(name)).send(bytes);
    else next();
  });

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
      if (lacking.length > 0)
        throw new Problem(403, "forbidden", `This key lacks the scope ${lacking.join(" and ")}`);
      if (tooMany !== null) throw tooMany;
      await holdUntilClosed(shares.requests, accountId, 1, res);
      const body = await readBody(req, res, shares);
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

  const only =
    (allow: string): RequestHandler =>
    (req) => {
      throw new Problem(405, "method_not_allowed", `${req.method} is not supported on this path`, undefined, {
        Allow: allow,
      });
    };
  for (const action of ["replies", "taps", "reads"]) router.all(`/sandbox/${action}`, only("POST"));
  router.all("/sandbox", only("GET, HEAD"));
  return router;
}
