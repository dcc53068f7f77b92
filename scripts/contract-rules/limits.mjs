import { reportFault, resolved, typesOf } from "./support.mjs";

/**
 * Requires a maximum for the size of each string, array and map, and both bounds for each number. The format
 * `int64` counts as a maximum. An array must have room for all values of its enumeration.
 */
export default function limits() {
  const check = (schema, ctx) => {
    if (schema.enum !== undefined || schema.const !== undefined) return;
    const types = typesOf(schema);
    const lacks = (...fields) => fields.filter((field) => schema[field] === undefined);
    const report = (what, missing, example) => {
      if (missing.length === 0) return;
      reportFault(ctx, ctx.location, {
        wrong: `This ${what} has no ${missing.join(" and no ")}`,
        why: "without a limit in the contract, the database or a client fails with a worse error",
        write: `a limit, for example \`${example}\``,
      });
    };
    if (types.includes("string")) report("string", lacks("maxLength"), "maxLength: 255");
    const bounds = schema.format === "int64" ? ["minimum"] : ["minimum", "maximum"];
    if (types.includes("integer")) report("integer", lacks(...bounds), "minimum: 0, maximum: 2147483647");
    if (types.includes("number")) report("number", lacks("minimum", "maximum"), "minimum: -90, maximum: 90");
    if (types.includes("array")) report("array", lacks("maxItems"), "maxItems: 100");
    const values = resolved(schema.items, ctx.location, ctx).node?.enum ?? [];
    if (schema.maxItems < values.length) {
      reportFault(ctx, ctx.location.child("maxItems"), {
        wrong: `This array has room for ${schema.maxItems} items, and their enumeration has ${values.length} values`,
        why: "a caller that gives all values gets 400",
        write: `\`maxItems: ${values.length}\``,
      });
    }
    if (typeof schema.additionalProperties === "object")
      report("map", lacks("maxProperties"), "maxProperties: 100");
  };
  return { Schema: check };
}
