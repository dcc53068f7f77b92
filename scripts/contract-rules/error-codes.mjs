import { componentName, eachFailure, reportFault, walkBody } from "./support.mjs";

/**
 * Requires that error codes are in `ErrorCode`, and that the description and a response list each of them.
 * `outsideOperations` has the codes that no operation returns.
 */
export default function errorCodes({ outsideOperations = [] }) {
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
          reportFault(ctx, location, {
            wrong: `${status} lists the code \`${code}\`, which does not exist`,
            why: "a client that handles it would wait for a code that never comes, and the service could not return this failure",
            write: `one of ${known.values.join(", ")}; a new code is added to \`enum\` in schemas/ErrorCode.yaml`,
          });
        }
        known.values.forEach((code, index) => {
          if (!outsideOperations.includes(code) && !listed.some((one) => one.code === code)) {
            reportFault(ctx, known.location.child(["enum", index]), {
              wrong: `No response lists the code \`${code}\``,
              why: "clients would handle a failure that no operation declares",
              write: `the code in a file in responses/, and that response in the operations that return it`,
            });
          }
          if (new RegExp(`^\\|.*\\| \`${code}\` \\| .+\\|$`, "m").test(description)) return;
          reportFault(ctx, known.location.child(["enum", index]), {
            wrong: `The table does not say when the code \`${code}\` comes`,
            why: "clients handle failures by their code, and this table documents the codes",
            write: `\`| 409 | \`${code}\` | When it comes. |\` in the table under "Errors" in openapi.yaml`,
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
const codesOf = (add) =>
  eachFailure(({ status, node, location }, ctx) => {
    walkBody(node, location, ctx, (schema, at) => {
      const codes = schema.properties?.error?.properties?.code?.enum ?? [];
      const list = at.child(["properties", "error", "properties", "code", "enum"]);
      codes.forEach((code, index) => add({ code, status, location: list.child(index) }));
    });
  });
