import express, { type Express, type Router } from "express";
import type { Logger } from "pino";
import type { IdMaker } from "../platform/ids";
import type { Metrics } from "../platform/metrics";
import type { Tracing } from "../platform/tracing/tracing";
import { notFound } from "../platform/problem";
import { accessLog } from "./access-log";
import { errorEnvelope } from "./envelope";
import type { ReadMetrics } from "./metrics-access";
import { probes } from "./probes";
import type { ReadinessProbe } from "./readiness";
import { requestIds } from "./request-id";
import { requestSpans } from "./request-spans";

interface ExpressDeps {
  ids: IdMaker;
  log: Logger;
  metrics: Pick<Metrics, "rateLimited">;
  trustedProxies: number;
  tracing: Tracing;
  /** Sources of probes and metrics; null if the admin port serves both. */
  operations: { readiness: ReadinessProbe; readMetrics: ReadMetrics } | null;
  /** Path prefix and router of the API; null in a worker process. */
  api: { prefix: string; router: Router } | null;
  extras: readonly Router[];
}

/** Content-Security-Policy of responses that are not web pages. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

/** Default headers: a response is not cached and is not a web page, unless its route sets other headers. */
export const COMMON_HEADERS = {
  "Content-Security-Policy": NO_PAGE,
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
} as const;

export function expressApp(deps: ExpressDeps): Express {
  const { ids, log, metrics, tracing, operations, api, extras } = deps;
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("case sensitive routing");
  app.set("query parser", "simple");
  app.set("trust proxy", deps.trustedProxies);
  app.use(requestIds(ids));
  app.use((_req, res, next) => {
    for (const [name, value] of Object.entries(COMMON_HEADERS)) res.setHeader(name, value);
    next();
  });
  if (operations !== null) {
    app.use(probes(operations.readiness));
    app.get("/metrics", async (req, res) => {
      const { headers, socket } = req;
      const { text, contentType } = await operations.readMetrics({
        headers,
        remoteAddress: socket.remoteAddress,
      });
      res.type(contentType).send(Buffer.from(text));
    });
  }
  app.use(accessLog(log));
  if (tracing.isOn) app.use(requestSpans(tracing));
  if (api) app.use(api.prefix, api.router);
  for (const router of extras) app.use(router);
  app.use(() => {
    throw notFound("This route");
  });
  app.use(errorEnvelope(log, metrics));
  return app;
}
