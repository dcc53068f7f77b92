import { explain, resolved, typesOf } from "./support.mjs";

/** Requires `allowReserved`, which timestamps and searches need, and arrays as repeated parameters. */
export default function queryParameter() {
  return {
    Parameter(parameter, ctx) {
      if (parameter.in !== "query") return;
      const { name } = parameter;
      if (parameter.allowReserved !== true) {
        ctx.report({
          message: explain(
            `\`${name}\` does not allow reserved characters`,
            'a value with ":" or "+" in it, such as a timestamp, would be refused',
            "`allowReserved: true`",
          ),
          location: ctx.location,
        });
      }
      const { node: schema } = resolved(parameter.schema ?? {}, ctx.location.child("schema"), ctx);
      if (!typesOf(schema).includes("array")) return;
      if (parameter.style !== "form" || parameter.explode !== true) {
        ctx.report({
          message: explain(
            `\`${name}\` is a list that cannot be repeated`,
            "every list of the API takes several values as `?status=sent&status=read`",
            "`style: form` and `explode: true`",
          ),
          location: ctx.location,
        });
      }
    },
  };
}
