import { componentName, eachOperation, explain } from "./support.mjs";

/** The scopes that a key can have are those that operations ask for: none is missing, none is for nothing. */
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
              "the operation could not be called by anybody",
              `\`${scope}\` under \`enum\` in schemas/ApiKeyScope.yaml`,
            ),
            location,
          });
        }
        offered.values.forEach((scope, index) => {
          if (used.has(scope)) return;
          ctx.report({
            message: explain(
              `No operation asks for \`${scope}\``,
              "whoever gives it to a key believes that it does something",
              "only scopes that an operation asks for; take it out until one does",
            ),
            location: offered.location.child(["enum", index]),
          });
        });
      },
    },
  };
}
