import { explain } from "./support.mjs";

/** Allows only formats that validators check. */
export default function knownFormat({ formats }) {
  return {
    Schema(schema, ctx) {
      if (schema.format === undefined || formats.includes(schema.format)) return;
      ctx.report({
        message: explain(
          `\`${schema.format}\` is not a checked format`,
          "validators and generators ignore unknown formats, so any value would be valid",
          `one of ${formats.join(", ")}, or a \`pattern\`; a new format is added under \`recado/known-format\` in redocly.yaml`,
        ),
        location: ctx.location.child("format"),
      });
    },
  };
}
