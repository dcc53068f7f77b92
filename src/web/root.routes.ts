import express, { type Router } from "express";

/** Redirects `/` to the console, or to the documentation if the console is disabled. */
export function rootRouter({ console }: { console: boolean }): Router {
  const router = express.Router({ strict: true });
  router.get("/", (_req, res) => res.redirect(302, console ? "console" : "docs"));
  return router;
}
