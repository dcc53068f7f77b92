import express, { type Express } from "express";
import type { Logger } from "pino";
import type { IdMaker } from "../platform/ids";
import { serviceUnavailable } from "../platform/problem";
import { errorEnvelope } from "./envelope";
import { probes } from "./probes";
import type { ReadinessProbe } from "./readiness";
import { requestIds } from "./request-id";

/** Returns the app during the start. Every path returns 503, except the probes of `readiness` if given. */
export function startingApp(ids: IdMaker, readiness: ReadinessProbe | null, log: Logger): Express {
  const app = express();
  app.disable("x-powered-by");
  app.use(requestIds(ids), (_req, res, next) => {
    res.setHeader("Cache-Control", "no-store");
    next();
  });
  if (readiness !== null) app.use(probes(readiness));
  app.use(() => {
    throw serviceUnavailable("The service is starting");
  });
  app.use(errorEnvelope(log));
  return app;
}
