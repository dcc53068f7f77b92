// Server of the benchmark `http`: the service's contract layer without a database. The handler returns a
// constant.
import { createServer, type RequestListener } from "node:http";
import express from "express";
import type { Knex } from "knex";
import pino from "pino";
import contract from "../../../generated/openapi.json";
import { type Api, routes } from "../../../generated/server/routes";
import { apiRouter } from "../../../src/http/api-router";
import { checksFor, type ContractDocument } from "../../../src/http/contract";
import { Foreground } from "../../../src/platform/concurrency/foreground";
import { createMetrics } from "../../../src/platform/metrics";
import { API_PREFIX } from "../../../src/app/api-side";
import { systemClock } from "../../../src/platform/time";
import { listenOn } from "../../tools/listening";
import { constantResponse } from "../bodies";
import { ownUsage, perform } from "../processes";

/**
 * Returns a fake database with one API key. The key was last used now, so the server does not record another
 * use, which the fake database could not store.
 */
function oneKey(): Knex {
  const row = {
    account_id: "01930000-0000-7000-8000-00000000000a",
    id: "01930000-0000-7000-8000-00000000000b",
    scopes: '["*"]',
    expires_at: null,
    revoked_at: null,
    rate_limit: null,
    account_disabled_at: null,
  };
  const raw = async () => ({ rows: [{ ...row, last_used_at: systemClock.now() }] });
  return { client: { dialect: "postgresql" }, raw } as unknown as Knex;
}

async function contractLayer(recipients: number): Promise<RequestListener> {
  const response = constantResponse(recipients);
  const reply = async () => ({ status: 202, body: response });
  const handlers = Object.fromEntries(
    routes.map(({ operationId }) => [operationId, reply]),
  ) as unknown as Api;
  let used = 0;
  const router = apiRouter({
    db: oneKey(),
    clock: systemClock,
    routes,
    handlers,
    log: pino({ level: "silent" }),
    metrics: createMetrics(),
    foreground: new Foreground(),
    checks: await checksFor(contract as unknown as ContractDocument, routes, {
      prefix: API_PREFIX,
      validateResponses: false,
    }),
    counter: { count: async (_account, windowStart) => ({ used: ++used, windowStart }) },
    defaultRateLimit: Number.MAX_SAFE_INTEGER,
  });
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", "simple");
  app.use(API_PREFIX, router);
  return app;
}

export const contractTasks = {
  async listen(recipients: number): Promise<number> {
    const server = createServer(await contractLayer(recipients));
    return listenOn(server);
  },

  usage: async () => ownUsage(),
};

perform(contractTasks);
