import type { Express } from "express";
import pino from "pino";
import { type ApiRouterDeps, apiRouter } from "../../src/http/api-router";
import { expressApp } from "../../src/http/express-app";
import { metricsReader } from "../../src/http/metrics-access";
import { ReadinessProbe } from "../../src/http/readiness";
import { servingRefusal } from "../../src/platform/db/serving-check";
import { Foreground } from "../../src/platform/concurrency/foreground";
import { createMetrics } from "../../src/platform/metrics";
import { NO_TRACING } from "../../src/platform/tracing/tracing";
import type { Platform } from "../../src/platform/platform";

type Given = "db" | "clock" | "log" | "metrics" | "foreground";

const OF_LOOPBACK = { token: null, isAdminPort: false };

/** The application does not log by default. */
export function apiApp(
  { db, clock }: Pick<Platform, "db" | "clock">,
  options: Omit<ApiRouterDeps, Given>,
  log = pino({ level: "silent" }),
): Express {
  const metrics = createMetrics();
  const deps = { db, clock, log, metrics };
  const router = apiRouter({ ...deps, foreground: new Foreground(), ...options });
  return expressApp({
    ...deps,
    ids: { next: () => "00000000-0000-7000-8000-000000000000" },
    trustedProxies: 0,
    tracing: NO_TRACING,
    operations: {
      readiness: new ReadinessProbe().begin(() => servingRefusal(db)),
      readMetrics: metricsReader(
        { registry: metrics.registry, log, beforeScrape: async () => {} },
        OF_LOOPBACK,
      ),
    },
    api: { prefix: "/v3", router },
    extras: [],
  });
}
