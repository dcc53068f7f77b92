import express, { type Router } from "express";

export function rootRouter({ console }: { console: boolean }): Router {
  const router = express.Router({ strict: true });
  router.get("/", (_req, res) => res.redirect(302, console ? "console" : "docs"));
  return router;
}
