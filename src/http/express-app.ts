import express, { type Express, type Router } from "express";
import type { Logger } from "pino";
import type { IdMaker } from "../platform/ids";
import type { Metrics } from "../platform/metrics";
import { notFound } from "../platform/problem";
import { accessLog } from "./access-log";
import { errorEnvelope } from "./envelope";
import { type MetricsAccess, requireMetricsAccess } from "./metrics-access";
import { probes } from "./probes";
import type { ReadinessProbe } from "./readiness";
import { recent } from "./recent";
import { requestIds } from "./request-id";

export interface ExpressParts {
  readiness: ReadinessProbe;
  ids: IdMaker;
  log: Logger;
  metrics: Metrics;
  trustedProxies: number;
  /** Refreshes gauges that are read, not counted, before each scrape. */
  beforeScrape: () => Promise<void>;
  /** Who may read metrics here; null: this listener has neither metrics nor health, which are on the admin port. */
  metricsAccess: MetricsAccess | null;
  /** Where the API hangs, and its router; absent in a process that only works. */
  api: { prefix: string; router: Router } | null;
  /** What else is served: documentation, storage, media. */
  extras: readonly Router[];
}

/** How old a scrape of `/metrics` may be, in milliseconds: the database is behind some of the gauges. */
const MAX_AGE_MS = 1_000;

/** The policy of what says nothing else: it is no page, and part of none. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

/** The Express application: health and metrics, the API, and the one error envelope around all of it. */
export function expressApp(parts: ExpressParts): Express {
  const { ids, log, metrics, metricsAccess, api, extras } = parts;
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("case sensitive routing");
  app.set("query parser", "simple");
  app.set("trust proxy", parts.trustedProxies);
  app.use(requestIds(ids));
  app.use((_req, res, next) => {
    res.setHeader("Content-Security-Policy", NO_PAGE);
    res.setHeader("X-Content-Type-Options", "nosniff");
    // Answers are personal unless their route says otherwise.
    res.setHeader("Cache-Control", "no-store");
    next();
  });
  const operations = express.Router({ caseSensitive: true });
  operations.use(probes(parts.readiness));
  const scrape = recent(MAX_AGE_MS, async () => {
    await parts
      .beforeScrape()
      .catch((error: unknown) => log.warn({ err: error }, "gauges could not be refreshed"));
    return Buffer.from(await metrics.registry.metrics());
  });
  operations.get("/metrics", async (req, res) => {
    if (metricsAccess !== null) requireMetricsAccess(req, metricsAccess);
    res.type(metrics.registry.contentType).send(await scrape());
  });
  if (metricsAccess !== null) app.use(operations);
  app.use(accessLog(log));
  if (api) app.use(api.prefix, api.router);
  for (const router of extras) app.use(router);
  app.use(() => {
    throw notFound("This route");
  });
  app.use(errorEnvelope(log));
  return app;
}
