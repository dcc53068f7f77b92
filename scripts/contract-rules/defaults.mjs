import Ajv from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { reportFault, resolved } from "./support.mjs";

const ajv = addFormats(new Ajv({ strict: false, logger: false }));

/** Requires that the default of a schema is valid in that schema. */
export default function defaults() {
  return {
    Schema(schema, ctx) {
      if (schema.default === undefined) return;
      const problem = problemOf(schema.default, inlined(schema, ctx.location, ctx, 0));
      if (problem === undefined) return;
      reportFault(ctx, ctx.location.child("default"), {
        wrong: `The default ${JSON.stringify(schema.default)} is not allowed here: it ${problem}`,
        why: "a request without the field would be refused, or handled in an undocumented way",
        write: "a default that the schema allows, or a schema that allows it",
      });
    },
  };
}

function problemOf(value, schema) {
  const isValid = ajv.compile(schema);
  return isValid(value) ? undefined : isValid.errors[0].message;
}

const DEPTH = 20;

function inlined(raw, rawLocation, ctx, depth) {
  const { node, location } = resolved(raw, rawLocation, ctx);
  if (node === null || typeof node !== "object" || depth > DEPTH) return node;
  if (Array.isArray(node))
    return node.map((each, index) => inlined(each, location.child(index), ctx, depth + 1));
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => key !== "discriminator")
      .map(([key, part]) => [key, inlined(part, location.child(key), ctx, depth + 1)]),
  );
}
