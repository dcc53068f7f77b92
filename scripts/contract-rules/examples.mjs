import { mediaTypes, reportFault } from "./support.mjs";

/** Requires an example of each parameter and body. The mock, the docs and the contract check use it. */
export default function examples() {
  const needNamed = (body, ctx) => {
    for (const { node, location } of mediaTypes(body, ctx.location)) {
      if (Object.keys(node.examples ?? {}).length > 0) continue;
      reportFault(ctx, location, {
        wrong: "This body has no example",
        why: "the docs show examples, the mock returns them, and the contract check sends them",
        write: "a named one: `examples: {one_contact: {$ref: ../../examples/OneContact.yaml}}`",
      });
    }
  };
  return {
    RequestBody: needNamed,
    Response: needNamed,
    Parameter(parameter, ctx) {
      if (parameter.example !== undefined || parameter.examples !== undefined) return;
      reportFault(ctx, ctx.location, {
        wrong: `\`${parameter.name}\` has no example`,
        why: "the docs show it, and the contract check sends it",
        write: "`example: …` beside its schema",
      });
    },
  };
}
