import { reportFault, resolved, successSchemas, walkBody, walkSchema } from "./support.mjs";

/** Denial of an event, such as "no event reports …" or "no webhook event". */
const DENIAL = /\bno (?:webhook )?event\b/i;

/** Forbids the description "no event reports …" where a webhook sends the operation's resource. */
export default function proseEvents() {
  const carried = new Set();
  const denials = [];
  return {
    Paths: {
      PathItem: {
        Operation(operation, ctx) {
          if (!DENIAL.test(operation.description ?? "")) return;
          const returned = new Set();
          for (const { schema, location } of successSchemas(operation, ctx.location, ctx)) {
            walkSchema(schema, location, ctx, (inner) => void returned.add(inner));
          }
          denials.push({ returned, location: ctx.location.child("description") });
        },
      },
    },
    WebhooksMap: {
      PathItem: {
        Operation(operation, ctx) {
          const body = resolved(operation.requestBody ?? {}, ctx.location.child("requestBody"), ctx);
          walkBody(body.node, body.location, ctx, (inner) => {
            if (inner.properties?.id !== undefined) carried.add(inner);
          });
        },
      },
    },
    Root: {
      leave(_root, ctx) {
        for (const { returned, location } of denials) {
          if (![...returned].some((schema) => carried.has(schema))) continue;
          reportFault(ctx, location, {
            wrong:
              "The description says that no event exists, but an event carries what the operation returns",
            why: "callers would poll although they could subscribe",
            write: "the name of the event",
          });
        }
      },
    },
  };
}
