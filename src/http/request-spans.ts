import type { RequestHandler } from "express";
import { runInSpan, type Tracing } from "../platform/tracing/tracing";
import { loggedPath } from "./access-log";

const TRACED = /^\/(v\d+|carriers)\//;

/**
 * Gives each request to the API or a carrier callback a span, which continues the caller's trace. The router
 * sets `res.locals.route`, the route in the span's name.
 */
export function requestSpans(tracing: Tracing): RequestHandler {
  return (req, res, next) => {
    if (!TRACED.test(req.path)) return next();
    const { method } = req;
    const given = req.headers.traceparent;
    const span = tracing.begin(method, {
      kind: "server",
      traceParent: typeof given === "string" ? given : undefined,
      attributes: {
        "http.request.method": method,
        "url.path": loggedPath(req.originalUrl),
        "url.scheme": req.protocol,
        "recado.request_id": res.locals.requestId as string,
      },
    });
    res.once("close", () => {
      const { statusCode } = res;
      const { route, operation, accountId } = res.locals as Record<string, string | undefined>;
      if (route !== undefined) span.rename(`${method} ${route}`);
      span.set({
        "http.route": route,
        "http.response.status_code": statusCode,
        "recado.operation": operation,
        "recado.account_id": accountId,
      });
      span.end(statusCode >= 500 ? String(statusCode) : undefined);
    });
    runInSpan(span, next);
  };
}
