import { explain, resolved } from "./support.mjs";

/** Statuses whose responses must not have a body (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5). */
const WITHOUT_BODY = ["204", "205", "304"];

/** Forbids response bodies that HTTP never sends. Generated clients would wait for them. */
export default function emptyResponses() {
  return {
    Operation(operation, ctx) {
      for (const status of WITHOUT_BODY) {
        const raw = operation.responses?.[status];
        if (raw === undefined) continue;
        const { node, location } = resolved(raw, ctx.location.child(["responses", status]), ctx);
        if (node?.content === undefined) continue;
        ctx.report({
          message: explain(
            `The response ${status} has a body`,
            "HTTP allows none with this status, and generated clients would wait for it",
            "`200` for a response with a body, or no `content`",
          ),
          location: location.child("content"),
        });
      }
    },
  };
}
