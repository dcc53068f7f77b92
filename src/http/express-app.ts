import express, { type Express, type Router } from "express";
import type { Logger } from "pino";
import type { IdMaker } from "../platform/ids";
import { notFound } from "../platform/problem";
import { accessLog } from "./access-log";
import { errorEnvelope } from "./envelope";
import type { ReadMetrics } from "./metrics-access";
import { probes } from "./probes";
import type { ReadinessProbe } from "./readiness";
import { requestIds } from "./request-id";

export interface ExpressParts {
  ids: IdMaker;
  log: Logger;
  trustedProxies: number;
  /** Health and metrics; null if the admin port serves them. */
  operations: { readiness: ReadinessProbe; readMetrics: ReadMetrics } | null;
  /** Path prefix and router of the API; null in a worker process. */
  api: { prefix: string; router: Router } | null;
  /** Further routers: documentation, storage, media. */
  extras: readonly Router[];
}

/** Default policy for responses that are not pages. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

/** Default headers of every response: responses are private, and not pages. */
export const COMMON_HEADERS = {
  "Content-Security-Policy": NO_PAGE,
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
} as const;

/** Creates the Express application: health and metrics, the API, and the error envelope for all of it. */
export function expressApp(parts: ExpressParts): Express {
  const { ids, log, operations, api, extras } = parts;
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("case sensitive routing");
  app.set("query parser", "simple");
  app.set("trust proxy", parts.trustedProxies);
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
        ...{ headers, remoteAddress: socket.remoteAddress },
      });
      res.type(contentType).send(Buffer.from(text));
    });
  }
  app.use(accessLog(log));
  if (api) app.use(api.prefix, api.router);
  for (const router of extras) app.use(router);
  app.use(() => {
    throw notFound("This route");
  });
  app.use(errorEnvelope(log));
  return app;
}
