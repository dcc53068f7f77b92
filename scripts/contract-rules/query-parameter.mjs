import { reportFault, resolved, typesOf } from "./support.mjs";

/** Requires `allowReserved`, which timestamps and searches need. Requires repeated parameters for arrays. */
export default function queryParameter() {
  return {
    Parameter(parameter, ctx) {
      if (parameter.in !== "query") return;
      const { name } = parameter;
      if (parameter.allowReserved !== true) {
        reportFault(ctx, ctx.location, {
          wrong: `\`${name}\` does not allow reserved characters`,
          why: 'a value with ":" or "+" in it, such as a timestamp, would be refused',
          write: "`allowReserved: true`",
        });
      }
      const { node: schema } = resolved(parameter.schema ?? {}, ctx.location.child("schema"), ctx);
      if (!typesOf(schema).includes("array")) return;
      if (parameter.style !== "form" || parameter.explode !== true) {
        reportFault(ctx, ctx.location, {
          wrong: `\`${name}\` is a list that cannot be repeated`,
          why: "every list of the API takes several values as `?status=sent&status=read`",
          write: "`style: form` and `explode: true`",
        });
      }
    },
  };
}
