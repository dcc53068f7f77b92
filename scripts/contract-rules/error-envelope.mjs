import { componentName, eachOperation, explain, mediaTypes, resolved, walkSchema } from "./support.mjs";

/** Requires that every error response uses the common envelope and lists its codes. */
export default function errorEnvelope() {
  const done = new Set();
  return eachOperation((operation, ctx) => {
    for (const [status, raw] of Object.entries(operation.responses ?? {})) {
      if (!/^[45]/.test(status)) continue;
      const { node, location } = resolved(raw, ctx.location.child(["responses", status]), ctx);
      if (node === undefined || done.has(node)) continue;
      done.add(node);
      const json = mediaTypes(node, location).find((media) => media.name === "application/json");
      let isEnvelope = false;
      let hasCodes = false;
      if (json?.node.schema !== undefined) {
        walkSchema(json.node.schema, json.location.child("schema"), ctx, (schema, at) => {
          if (componentName(at) === "ErrorEnvelope") isEnvelope = true;
          else if (schema.properties?.error?.properties?.code?.enum?.length > 0) hasCodes = true;
        });
      }
      if (!isEnvelope) {
        ctx.report({
          message: explain(
            `${status} does not have the envelope of errors`,
            "clients read every failure in the same way",
            "`schema: {allOf: [{$ref: ../schemas/ErrorEnvelope.yaml}, …]}` under `application/json`",
          ),
          location,
        });
      } else if (!hasCodes) {
        ctx.report({
          message: explain(
            `${status} does not list its codes`,
            "clients handle failures by their code, and the types list the possible codes",
            "beside the envelope, under `properties.error.properties.code`: `enum: [conflict]`",
          ),
          location,
        });
      }
    }
  });
}
