import { eachOperation, reportFault, responsesOf } from "./support.mjs";

const RATE_LIMIT = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];

const WHY = {
  "X-Request-Id": "support finds a request by it",
  "WWW-Authenticate": "HTTP requires it, and it names the expected kind of key",
  "Retry-After": "a client without this time retries at once",
};

/**
 * Requires `X-Request-Id` in every response, `RateLimit-*` in every response except 401, `WWW-Authenticate`
 * in 401, and `Retry-After` in 429 and 503.
 */
export default function responseHeaders() {
  return eachOperation((operation, ctx) => {
    for (const { status, node, location } of responsesOf(operation, ctx.location, ctx)) {
      const needed = [
        "X-Request-Id",
        ...(status === "401" ? ["WWW-Authenticate"] : RATE_LIMIT),
        ...(status === "429" || status === "503" ? ["Retry-After"] : []),
      ];
      for (const header of needed) {
        if (node?.headers?.[header] !== undefined) continue;
        reportFault(ctx, location, {
          wrong: `${status} does not have the header ${header}`,
          why: WHY[header] ?? "clients limit their pace by the rest of the rate limit",
          write: `\`headers: {${header}: {$ref: ../../headers/${header}.yaml}}\``,
        });
      }
    }
  });
}
