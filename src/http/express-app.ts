import express, { type Express, type Router } from "express";
import type { Knex } from "knex";
import type { Logger } from "pino";
import { schemaState } from "../db/migrate";
import { writeCheck } from "../db/write-check";
import type { IdMaker } from "../ids";
import type { Metrics } from "../metrics";
import { notFound, serviceUnavailable } from "../problem";
import { accessLog } from "./access-log";
import { errorEnvelope } from "./envelope";
import { requestIds } from "./request-id";

export interface ExpressParts {
  db: Knex;
  ids: IdMaker;
  log: Logger;
  metrics: Metrics;
  trustedProxies: number;
  /** Refreshes gauges that are read, not counted, before each scrape. */
  beforeScrape: () => Promise<void>;
  /** Where the API hangs, and its router; absent in a process that only works. */
  api: { prefix: string; router: Router } | null;
  /** What else is served: documentation, storage, media. */
  extras: readonly Router[];
}

/** The Express application: health and metrics, the API, and the one error envelope around all of it. */
export function expressApp(parts: ExpressParts): Express {
  const { db, ids, log, metrics, api, extras } = parts;
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("case sensitive routing");
  app.set("query parser", "simple");
  app.set("trust proxy", parts.trustedProxies);
  app.use(requestIds(ids));
  app.get("/healthz", (_req, res) => void res.json({ status: "ok" }));
  const assertWritable = writeCheck(db);
  app.get("/readyz", async (_req, res) => {
    const schema = await schemaState(db);
    if (schema.kind === "behind") {
      throw serviceUnavailable("The database schema is not up to date: run the migrations");
    }
    if (schema.kind === "ahead") throw serviceUnavailable(schema.reason);
    await assertWritable();
    res.json({ status: "ready" });
  });
  app.get("/metrics", async (_req, res) => {
    await parts
      .beforeScrape()
      .catch((error: unknown) => log.warn({ err: error }, "gauges could not be refreshed"));
    res.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  app.use(accessLog(log));
  if (api) app.use(api.prefix, api.router);
  for (const router of extras) app.use(router);
  app.use(() => {
    throw notFound("This route");
  });
  app.use(errorEnvelope(log));
  return app;
}
