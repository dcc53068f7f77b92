import { componentName, explain } from "./support.mjs";

/** Requires descriptions, which the docs and the generated clients show. */
export default function descriptions() {
  const check = (what, node, location, ctx) => {
    if (node.description?.trim()) return;
    ctx.report({
      message: explain(
        `The ${what} has no description`,
        "the docs and editors show it, and a name alone leaves callers to guess",
        "`description:` with what it is, its unit and its limits",
      ),
      location: node.description === undefined ? location.key() : location.child("description"),
    });
  };
  return {
    Parameter: (parameter, ctx) => check(`parameter \`${parameter.name}\``, parameter, ctx.location, ctx),
    RequestBody: (body, ctx) => check("request body", body, ctx.location, ctx),
    Schema(schema, ctx) {
      const name = componentName(ctx.location);
      if (name !== undefined) check(`schema \`${name}\``, schema, ctx.location, ctx);
    },
  };
}
