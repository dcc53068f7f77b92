import { resolved, typesOf } from "./support.mjs";

/** Timestamps and searches hold reserved characters, and an array may come as one value or as several. */
export default function queryParameter() {
  return {
    Parameter(parameter, ctx) {
      if (parameter.in !== "query") return;
      const { name } = parameter;
      if (parameter.allowReserved !== true) {
        ctx.report({
          message: `Add \`allowReserved: true\` to \`${name}\`, else a value with ":" or "+" in it is refused.`,
          location: ctx.location,
        });
      }
      const { node: schema } = resolved(parameter.schema ?? {}, ctx.location.child("schema"), ctx);
      if (!typesOf(schema).includes("array")) return;
      if (parameter.style !== "form" || parameter.explode !== true) {
        ctx.report({
          message: `Let \`${name}\` be repeated: add \`style: form\` and \`explode: true\`.`,
          location: ctx.location,
        });
      }
    },
  };
}
