import { eachOperation } from "./support.mjs";

/** The tag names the interface, the folder and the test file of an operation: exactly one, and a known one. */
export default function operationTag() {
  let declared = new Set();
  return {
    Root(root) {
      declared = new Set((root.tags ?? []).map((tag) => tag.name));
    },
    ...eachOperation((operation, ctx) => {
      const tags = operation.tags ?? [];
      if (tags.length !== 1) {
        ctx.report({
          message:
            "Give the operation exactly one tag, for example `tags: [Contacts]`: it decides where its code lives.",
          location: operation.tags ? ctx.location.child("tags") : ctx.location.key(),
        });
      }
      tags.forEach((tag, index) => {
        if (declared.has(tag)) return;
        ctx.report({
          message: `The tag \`${tag}\` is not declared. Add \`- name: ${tag}\` with a description under \`tags\` in openapi.yaml.`,
          location: ctx.location.child(["tags", index]),
        });
      });
    }),
  };
}
