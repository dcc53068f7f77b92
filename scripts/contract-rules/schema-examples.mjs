import { reportFault, typesOf } from "./support.mjs";

const SCALAR = ["string", "number", "integer"];

/** Parameters and headers have examples beside their schemas. */
const HAS_ITS_OWN = /\/(parameters|headers)\//;

/** Requires examples of scalar values. */
export default function schemaExamples() {
  return {
    Schema(schema, ctx) {
      const { location } = ctx;
      if (schema.enum !== undefined || schema.const !== undefined || schema.examples?.length > 0) return;
      if (!typesOf(schema).some((type) => SCALAR.includes(type))) return;
      if (HAS_ITS_OWN.test(location.source.absoluteRef) || HAS_ITS_OWN.test(location.pointer)) return;
      if (/\/propertyNames$/.test(location.pointer)) return;
      reportFault(ctx, location, {
        wrong: "This value has no example",
        why: "the docs show one beside each field, and readers see it first",
        write: "a realistic one, without real phone numbers or names: `examples: [pedido-48213]`",
      });
    },
  };
}
