import type { Express } from "express";
import pino from "pino";
import { type ApiRouterParts, apiRouter } from "../../src/http/api-router";
import { expressApp } from "../../src/http/express-app";
import { ReadinessProbe } from "../../src/http/readiness";
import { servingRefusal } from "../../src/platform/db/serving-check";
import { Foreground } from "../../src/platform/foreground";
import { createMetrics } from "../../src/platform/metrics";
import type { Platform } from "../../src/platform/parts";

type Given = "db" | "clock" | "log" | "metrics" | "foreground";

/** An Express application around an API router that a test makes of its own routes and handlers. Its log says nothing. */
export function apiApp(
  { db, clock }: Pick<Platform, "db" | "clock">,
  options: Omit<ApiRouterParts, Given>,
): Express {
  const parts = { db, clock, log: pino({ level: "silent" }), metrics: createMetrics() };
  const router = apiRouter({ ...parts, foreground: new Foreground(), ...options });
  return expressApp({
    ...parts,
    readiness: new ReadinessProbe().begin(() => servingRefusal(db)),
    ids: { next: () => "00000000-0000-7000-8000-000000000000" },
    trustedProxies: 0,
    metricsAccess: { token: null, isAdminPort: false },
    beforeScrape: async () => {},
    api: { prefix: "/v3", router },
    extras: [],
  });
}
