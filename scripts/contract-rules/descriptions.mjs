import { componentName, reportFault } from "./support.mjs";

/** Requires a description of each parameter, request body and named schema. The docs and clients show it. */
export default function descriptions() {
  const check = (what, node, location, ctx) => {
    if (node.description?.trim()) return;
    reportFault(ctx, node.description === undefined ? location.key() : location.child("description"), {
      wrong: `The ${what} has no description`,
      why: "the docs and editors show it, and a name alone leaves callers to guess",
      write: "`description:` with what it is, its unit and its limits",
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
