import { componentName, reportFault, resolved, walkBody } from "./support.mjs";

/** Requires that each `WebhookEventType` is the `type` of an event that a webhook sends. */
export default function eventTypes() {
  const sent = new Set();
  let known;
  return {
    WebhooksMap: {
      PathItem: {
        Operation(operation, ctx) {
          const body = resolved(operation.requestBody ?? {}, ctx.location.child("requestBody"), ctx);
          walkBody(body.node, body.location, ctx, ({ properties: { type, data } = {} }) => {
            if (data !== undefined) for (const value of type?.enum ?? [type?.const]) sent.add(value);
          });
        },
      },
    },
    Schema(schema, ctx) {
      if (componentName(ctx.location) === "WebhookEventType")
        known = { values: schema.enum ?? [], location: ctx.location };
    },
    Root: {
      leave(_root, ctx) {
        known?.values.forEach((value, index) => {
          if (sent.has(value)) return;
          reportFault(ctx, known.location.child(["enum", index]), {
            wrong: `No webhook sends the event \`${value}\``,
            why: "an endpoint that subscribes to it would receive nothing",
            write: `a file in webhooks/ whose events have the \`type\` \`${value}\`, and its reference in openapi.yaml`,
          });
        });
      },
    },
  };
}
