import { eachOperation, explain, resolved } from "./support.mjs";

const RATE_LIMIT = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];

const WHY = {
  "X-Request-Id": "it names the request when somebody asks for help",
  "WWW-Authenticate": "HTTP asks for it, and it says which kind of key is expected",
  "Retry-After": "a client that is not told when to come back comes back at once",
};

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
          message: explain(
            `${status} does not have the header ${header}`,
            WHY[header] ?? "clients pace themselves by what is left of the rate limit",
            `\`headers: {${header}: {$ref: ../../headers/${header}.yaml}}\``,
          ),
          location,
        });
      }
    }
  });
}
