import { eachOperation, parametersOf, reportFault, resolved, successSchemas } from "./support.mjs";

/** Requires that a paged operation has `limit` and `offset`, and that no operation has only one of them. */
export default function pages() {
  return eachOperation((operation, ctx) => {
    const names = parametersOf(operation, ctx.location, ctx)
      .filter((parameter) => parameter.in === "query")
      .map(({ name }) => name);
    const isPaged = hasPages(operation, ctx);
    for (const [name, other] of [
      ["limit", "offset"],
      ["offset", "limit"],
    ]) {
      if (names.includes(name) || !(isPaged || names.includes(other))) continue;
      reportFault(ctx, operation.parameters ? ctx.location.child("parameters").key() : ctx.location.key(), {
        wrong: `The operation returns pages and has no \`${name}\``,
        why: "a client could not read the other pages",
        write: `\`- $ref: ../../parameters/${name === "limit" ? "Limit" : "Offset"}.yaml\` under \`parameters\``,
      });
    }
  });
}

const hasPages = (operation, ctx) =>
  successSchemas(operation, ctx.location, ctx).some(
    ({ schema, location }) => resolved(schema, location, ctx).node?.properties?.pagination !== undefined,
  );
