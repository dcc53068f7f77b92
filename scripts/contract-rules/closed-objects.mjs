import { reportFault, typesOf, walkBody } from "./support.mjs";

/** Requires closed objects, which reveal misspelt request fields and undocumented response fields. */
export default function closedObjects() {
  const reported = new Set();
  const check = (body, ctx) => {
    walkBody(body, ctx.location, ctx, (schema, location, key) => {
      if (key === "allOf") return false; // part of an `allOf`: another part is closed
      const isObject =
        schema.properties !== undefined || (typesOf(schema).includes("object") && !schema.oneOf);
      const isMap = schema.properties === undefined && typeof schema.additionalProperties === "object";
      if (
        !isObject ||
        isMap ||
        schema.additionalProperties === false ||
        reported.has(location.absolutePointer)
      )
        return true;
      reported.add(location.absolutePointer);
      reportFault(ctx, location, {
        wrong: "This object allows any field",
        why:
          "a misspelt field of a request would be ignored silently, and a field that code adds to a response " +
          "would reach clients without being described",
        write: "`additionalProperties: false`; for a map, the schema of its values there",
      });
      return true;
    });
  };
  return { RequestBody: check, Response: check };
}
