import { explain, fileName } from "./support.mjs";

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
        ctx.report({
          message: explain(
            `No value of \`${propertyName}\` is mapped to ${form}`,
            "generators then use the schema's name as the value, and no response ever has it",
            `\`mapping: {<value of ${propertyName}>: ${form}.yaml}\` in the discriminator`,
          ),
          location: ctx.location.child("discriminator"),
        });
      }
    },
  };
}
