import express, { type Router } from "express";
import { serviceUnavailable } from "../platform/problem";
import { envelope } from "./envelope";
import type { ReadinessProbe } from "./readiness";

/** What supervisors and balancers ask: `/healthz` whether the process runs, `/readyz` whether it can serve. */
export function probes(readiness: ReadinessProbe): Router {
  const router = express.Router({ caseSensitive: true });
  router.get("/healthz", (_req, res) => void res.json({ status: "ok" }));
  router.get("/readyz", async (_req, res) => {
    const state = await readiness.read();
    if (state.status === "ready") return void res.json({ status: "ready" });
    // Written here and not thrown: what a balancer asks each second is no failure to be logged.
    const problem = serviceUnavailable(state.reason, 1);
    const requestId = res.locals.requestId as string;
    res.status(503).set(problem.headers);
    res.json({ status: state.status, ...envelope(problem, requestId) });
  });
  return router;
}
