import { eachOperation, explain } from "./support.mjs";

/** Requires one declared tag, which determines the chapter of the docs and the folder of the code. */
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
          message: explain(
            `The operation has ${tags.length === 0 ? "no tag" : `${tags.length} tags`}`,
            "the tag determines the chapter of the docs and the folder of the code",
            "exactly one, for example `tags: [Contacts]`",
          ),
          location: operation.tags ? ctx.location.child("tags") : ctx.location.key(),
        });
      }
      tags.forEach((tag, index) => {
        if (declared.has(tag)) return;
        ctx.report({
          message: explain(
            `The tag \`${tag}\` is not declared`,
            "a chapter of the docs needs its introduction, and a misspelt tag would start another chapter",
            `\`- name: ${tag}\` with a description under \`tags\` in openapi.yaml`,
          ),
          location: ctx.location.child(["tags", index]),
        });
      });
    }),
  };
}
