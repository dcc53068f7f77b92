import { reportFault, schemaAround, walkBody } from "./support.mjs";

/** Requires that responses list every field under `required`. A field without a value is null. */
export default function responseFields({ except = [] }) {
  const reported = new Set();
  const check = (body, ctx) => {
    walkBody(body, ctx.location, ctx, (schema, location, key) => {
      if (key === "allOf") return false; // part of an `allOf`: another part declares the fields
      if (except.includes(schemaAround(location))) return true;
      for (const name of Object.keys(schema.properties ?? {})) {
        const at = location.child(["properties", name]);
        if (schema.required?.includes(name) || reported.has(at.absolutePointer)) continue;
        reported.add(at.absolutePointer);
        reportFault(ctx, at.key(), {
          wrong: `Responses may lack \`${name}\``,
          why: "clients would have to distinguish an absent field from a null one, and the contract does not define the difference",
          write: `\`${name}\` under \`required\`, and \`type: [<its type>, "null"]\` where there may be no value`,
        });
      }
      return true;
    });
  };
  return { Paths: { Response: check }, WebhooksMap: { RequestBody: check } };
}
