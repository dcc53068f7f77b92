import { reportFault, responsesOf } from "./support.mjs";

/** Statuses whose responses must not have a body (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5). */
const WITHOUT_BODY = ["204", "205", "304"];

/** Forbids response bodies that HTTP never sends. Generated clients would wait for them. */
export default function emptyResponses() {
  return {
    Operation(operation, ctx) {
      for (const { status, node, location } of responsesOf(operation, ctx.location, ctx)) {
        if (!WITHOUT_BODY.includes(status) || node?.content === undefined) continue;
        reportFault(ctx, location.child("content"), {
          wrong: `The response ${status} has a body`,
          why: "HTTP allows none with this status, and generated clients would wait for it",
          write: "`200` for a response with a body, or no `content`",
        });
      }
    },
  };
}
