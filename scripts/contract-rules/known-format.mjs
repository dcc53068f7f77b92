import { explain } from "./support.mjs";

/** A format that no validator knows is checked by none: it only looks like a promise. */
export default function knownFormat({ formats }) {
  return {
    Schema(schema, ctx) {
      if (schema.format === undefined || formats.includes(schema.format)) return;
      ctx.report({
        message: explain(
          `\`${schema.format}\` is no format that is checked`,
          "validators and generators pass over formats that they do not know, so that any value would do",
          `one of ${formats.join(", ")}, or a \`pattern\`; a new format is added under \`recado/known-format\` in redocly.yaml`,
        ),
        location: ctx.location.child("format"),
      });
    },
  };
}
