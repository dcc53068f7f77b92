import express, { type Router } from "express";

/** `/` leads to what a person can look at: the console, or the documentation where that is not offered. */
export function entranceRouter({ console }: { console: boolean }): Router {
  const router = express.Router({ strict: true });
  router.get("/", (_req, res) => res.redirect(302, console ? "console" : "docs"));
  return router;
}
