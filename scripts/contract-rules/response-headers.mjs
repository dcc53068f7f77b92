import { eachOperation, resolved } from "./support.mjs";

const RATE_LIMIT = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];

/** Every answer names its request; every answer to a known key tells what is left of the rate limit. */
export default function responseHeaders() {
  return eachOperation((operation, ctx) => {
    for (const [status, raw] of Object.entries(operation.responses ?? {})) {
      const { node, location } = resolved(raw, ctx.location.child(["responses", status]), ctx);
      const needed = [
        "X-Request-Id",
        ...(status === "401" ? ["WWW-Authenticate"] : RATE_LIMIT),
        ...(status === "429" || status === "503" ? ["Retry-After"] : []),
      ];
      for (const header of needed) {
        if (node?.headers?.[header] !== undefined) continue;
        ctx.report({
          message: `Add the header to ${status}: \`headers: {${header}: {$ref: ../../headers/${header}.yaml}}\`.`,
          location,
        });
      }
    }
  });
}
