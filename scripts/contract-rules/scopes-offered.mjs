import { componentName, eachOperation } from "./support.mjs";

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
            message: `No key can have the scope \`${scope}\`. Add it to \`enum\` in schemas/ApiKeyScope.yaml.`,
            location,
          });
        }
        offered.values.forEach((scope, index) => {
          if (used.has(scope)) return;
          ctx.report({
            message: `No operation asks for \`${scope}\`. Take it out until one does.`,
            location: offered.location.child(["enum", index]),
          });
        });
      },
    },
  };
}
