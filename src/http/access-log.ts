import type { RequestHandler } from "express";
import type { Logger } from "pino";

/** Logs one line per request, without the query string, which may contain phone numbers. */
export function accessLog(log: Logger): RequestHandler {
  return (req, res, next) => {
    const started = process.hrtime.bigint();
    res.once("close", () => {
      log.info(
        {
          requestId: res.locals.requestId as string,
          method: req.method,
          path: loggedPath(req.originalUrl),
          operation: res.locals.operation as string | undefined,
          accountId: res.locals.accountId as string | undefined,
          status: res.statusCode,
          complete: res.writableFinished,
          durationMs: Number((process.hrtime.bigint() - started) / 1_000n) / 1_000,
        },
        "request",
      );
    });
    next();
  };
}

/** Paths of the console that name no page. A page's path may contain a phone number. */
const CONSOLE_FILES = /^\/console\/(assets\/.*|session)?$/;

/**
 * Returns the path without secrets and phone numbers. It omits the token of a download URL or of a carrier's
 * callback URL, and the page of the console.
 */
export function loggedPath(url: string): string {
  const path = url.split("?", 1)[0] ?? url;
  if (path.startsWith("/media/")) return "/media/…";
  if (path.startsWith("/console/") && !CONSOLE_FILES.test(path)) return "/console/…";
  return path.replace(/^(\/carriers\/[^/]*\/).+/, "$1…");
}
