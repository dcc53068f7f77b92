import { componentName, eachOperation, reportFault } from "./support.mjs";

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
          reportFault(ctx, location, {
            wrong: `No key can have the scope \`${scope}\``,
            why: "no key could call the operation",
            write: `\`${scope}\` under \`enum\` in schemas/ApiKeyScope.yaml`,
          });
        }
        offered.values.forEach((scope, index) => {
          if (used.has(scope)) return;
          reportFault(ctx, offered.location.child(["enum", index]), {
            wrong: `No operation requires \`${scope}\``,
            why: "a key with the scope would seem to allow something",
            write: "only scopes that an operation requires; remove it until one does",
          });
        });
      },
    },
  };
}
