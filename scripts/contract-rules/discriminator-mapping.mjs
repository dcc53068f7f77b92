import { fileName, reportFault } from "./support.mjs";

/** Requires that a discriminator maps a value to each branch of its union. */
export default function discriminatorMapping() {
  return {
    Schema(schema, ctx) {
      if (schema.discriminator === undefined) return;
      const { propertyName, mapping = {} } = schema.discriminator;
      const mapped = Object.values(mapping).map(fileName);
      const forms = (schema.oneOf ?? schema.anyOf ?? []).flatMap(({ $ref }) =>
        $ref ? [fileName($ref)] : [],
      );
      for (const form of forms.filter((name) => !mapped.includes(name))) {
        reportFault(ctx, ctx.location.child("discriminator"), {
          wrong: `No value of \`${propertyName}\` is mapped to ${form}`,
          why: "generators then use the schema's name as the value, and no response ever has it",
          write: `\`mapping: {<value of ${propertyName}>: ${form}.yaml}\` in the discriminator`,
        });
      }
    },
  };
}
