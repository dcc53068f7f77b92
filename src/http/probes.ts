import express, { type Router } from "express";
import { serviceUnavailable } from "../platform/problem";
import { envelope } from "./envelope";
import type { ReadinessProbe } from "./readiness";

/** Serves the probes of supervisors and load balancers: `/healthz` for liveness, `/readyz` for readiness. */
export function probes(readiness: ReadinessProbe): Router {
  const router = express.Router({ caseSensitive: true });
  router.get("/healthz", (_req, res) => void res.json({ status: "ok" }));
  router.get("/readyz", async (_req, res) => {
    const state = await readiness.read();
    if (state.status === "ready") return void res.json({ status: "ready" });
    // Not thrown: the error handler would log an error for each probe, every second.
    const problem = serviceUnavailable(state.reason, 1);
    const requestId = res.locals.requestId as string;
    res.status(503).set(problem.headers);
    res.json({ status: state.status, ...envelope(problem, requestId) });
  });
  return router;
}
