import { componentName, eachOperation, explain } from "./support.mjs";

/** Requires that keys can have exactly the scopes that operations require. */
export default function scopesOffered() {
  const used = new Map();
  let offered;
  return {
    Schema(schema, ctx) {
      if (componentName(ctx.location) === "ApiKeyScope")
        offered = { values: schema.enum ?? [], location: ctx.location };
    },
    ...eachOperation((operation, ctx) => {
      for (const scope of (operation.security ?? []).flatMap((form) => Object.values(form).flat())) {
        used.set(scope, ctx.location.child("security"));
      }
    }),
    Root: {
      leave(_root, ctx) {
        if (offered === undefined) return;
        for (const [scope, location] of used) {
          if (offered.values.includes(scope)) continue;
          ctx.report({
            message: explain(
              `No key can have the scope \`${scope}\``,
              "no key could call the operation",
              `\`${scope}\` under \`enum\` in schemas/ApiKeyScope.yaml`,
            ),
            location,
          });
        }
        offered.values.forEach((scope, index) => {
          if (used.has(scope)) return;
          ctx.report({
            message: explain(
              `No operation requires \`${scope}\``,
              "a key with the scope would seem to allow something",
              "only scopes that an operation requires; remove it until one does",
            ),
            location: offered.location.child(["enum", index]),
          });
        });
      },
    },
  };
}
