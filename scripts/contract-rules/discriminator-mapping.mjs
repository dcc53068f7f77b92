import { explain, fileName } from "./support.mjs";

/** Which value means which form is written down, for every form. */
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
            "generators then take the schema's name for the value, and no answer ever has it",
            `\`mapping: {<value of ${propertyName}>: ${form}.yaml}\` in the discriminator`,
          ),
          location: ctx.location.child("discriminator"),
        });
      }
    },
  };
}
