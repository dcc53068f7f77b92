import { componentName, eachFailure, mediaTypes, reportFault, walkSchema } from "./support.mjs";

/** Requires that every error response uses the common envelope and lists its codes. */
export default function errorEnvelope() {
  return eachFailure(({ status, node, location }, ctx) => {
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
      reportFault(ctx, location, {
        wrong: `${status} does not have the envelope of errors`,
        why: "clients read every failure in the same way",
        write: "`schema: {allOf: [{$ref: ../schemas/ErrorEnvelope.yaml}, …]}` under `application/json`",
      });
    } else if (!hasCodes) {
      reportFault(ctx, location, {
        wrong: `${status} does not list its codes`,
        why: "clients handle failures by their code, and the types list the possible codes",
        write: "beside the envelope, under `properties.error.properties.code`: `enum: [conflict]`",
      });
    }
  });
}
