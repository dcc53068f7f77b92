import { reportFault } from "./support.mjs";

/** Allows only formats that validators check. */
export default function knownFormat({ formats }) {
  return {
    Schema(schema, ctx) {
      if (schema.format === undefined || formats.includes(schema.format)) return;
      reportFault(ctx, ctx.location.child("format"), {
        wrong: `\`${schema.format}\` is not a checked format`,
        why: "validators and generators ignore unknown formats, so any value would be valid",
        write: `one of ${formats.join(", ")}, or a \`pattern\`; a new format is added under \`recado/known-format\` in redocly.yaml`,
      });
    },
  };
}
