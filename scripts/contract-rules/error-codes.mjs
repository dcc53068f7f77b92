import { componentName, eachOperation, explain, mediaTypes, resolved, walkSchema } from "./support.mjs";

/** Requires that error codes are in `ErrorCode`, and that the description lists each `ErrorCode`. */
export default function errorCodes() {
  const listed = [];
  let known;
  let description = "";
  return {
    Root: {
      enter(root) {
        description = root.info?.description ?? "";
      },
      leave(_root, ctx) {
        if (known === undefined) return;
        for (const { code, status, location } of listed) {
          if (known.values.includes(code)) continue;
          ctx.report({
            message: explain(
              `${status} lists the code \`${code}\`, which does not exist`,
              "a client that handles it would wait for a code that never comes, and the service could not return this failure",
              `one of ${known.values.join(", ")}; a new code is added to \`enum\` in schemas/ErrorCode.yaml`,
            ),
            location,
          });
        }
        known.values.forEach((code, index) => {
          if (new RegExp(`^\\|.*\\| \`${code}\` \\| .+\\|$`, "m").test(description)) return;
          ctx.report({
            message: explain(
              `The table does not say when the code \`${code}\` comes`,
              "clients handle failures by their code, and this table documents the codes",
              `\`| 409 | \`${code}\` | When it comes. |\` in the table under "Errors" in openapi.yaml`,
            ),
            location: known.location.child(["enum", index]),
          });
        });
      },
    },
    Schema(schema, ctx) {
      if (componentName(ctx.location) === "ErrorCode")
        known = { values: schema.enum ?? [], location: ctx.location };
    },
    ...codesOf((entry) => listed.push(entry)),
  };
}

/** Calls `add({ code, status, location })` for each error code of each distinct response. */
function codesOf(add) {
  const done = new Set();
  return eachOperation((operation, ctx) => {
    for (const [status, raw] of Object.entries(operation.responses ?? {})) {
      const { node, location } = resolved(raw, ctx.location.child(["responses", status]), ctx);
      if (!/^[45]/.test(status) || node === undefined || done.has(node)) continue;
      done.add(node);
      for (const media of mediaTypes(node, location)) {
        if (media.node.schema === undefined) continue;
        walkSchema(media.node.schema, media.location.child("schema"), ctx, (schema, at) => {
          const codes = schema.properties?.error?.properties?.code?.enum ?? [];
          const list = at.child(["properties", "error", "properties", "code", "enum"]);
          codes.forEach((code, index) => add({ code, status, location: list.child(index) }));
        });
      }
    }
  });
}
