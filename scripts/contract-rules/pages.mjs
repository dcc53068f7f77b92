import { eachOperation, explain, mediaTypes, resolved } from "./support.mjs";

/** Requires that an operation that returns pages takes `limit` and `offset`, and never one alone. */
export default function pages() {
  return eachOperation((operation, ctx) => {
    const names = (operation.parameters ?? [])
      .map((raw, index) => resolved(raw, ctx.location.child(["parameters", index]), ctx).node)
      .filter((parameter) => parameter?.in === "query")
      .map(({ name }) => name);
    const isPaged = hasPages(operation, ctx);
    for (const [name, other] of [
      ["limit", "offset"],
      ["offset", "limit"],
    ]) {
      if (names.includes(name) || !(isPaged || names.includes(other))) continue;
      ctx.report({
        message: explain(
          `The operation returns pages and has no \`${name}\``,
          "a client could not read the other pages",
          `\`- $ref: ../../parameters/${name === "limit" ? "Limit" : "Offset"}.yaml\` under \`parameters\``,
        ),
        location: operation.parameters ? ctx.location.child("parameters").key() : ctx.location.key(),
      });
    }
  });
}

function hasPages(operation, ctx) {
  return Object.entries(operation.responses ?? {})
    .filter(([status]) => status.startsWith("2"))
    .some(([status, raw]) => {
      const { node, location } = resolved(raw, ctx.location.child(["responses", status]), ctx);
      return mediaTypes(node, location).some((media) => {
        const schema = resolved(media.node.schema ?? {}, media.location.child("schema"), ctx).node;
        return schema?.properties?.pagination !== undefined;
      });
    });
}
