import { explain, mediaTypes } from "./support.mjs";

/** Requires examples, which the mock returns, the docs show and the contract check sends. */
export default function examples() {
  const needNamed = (body, ctx) => {
    for (const { node, location } of mediaTypes(body, ctx.location)) {
      if (Object.keys(node.examples ?? {}).length > 0) continue;
      ctx.report({
        message: explain(
          "This body has no example",
          "the docs show examples, the mock returns them, and the contract check sends them",
          "a named one: `examples: {one_contact: {$ref: ../../examples/OneContact.yaml}}`",
        ),
        location,
      });
    }
  };
  return {
    RequestBody: needNamed,
    Response: needNamed,
    Parameter(parameter, ctx) {
      if (parameter.example !== undefined || parameter.examples !== undefined) return;
      ctx.report({
        message: explain(
          `\`${parameter.name}\` has no example`,
          "the docs show it, and the contract check sends it",
          "`example: …` beside its schema",
        ),
        location: ctx.location,
      });
    },
  };
}
