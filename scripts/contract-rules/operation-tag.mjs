import { eachOperation, reportFault } from "./support.mjs";

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
        reportFault(ctx, operation.tags ? ctx.location.child("tags") : ctx.location.key(), {
          wrong: `The operation has ${tags.length === 0 ? "no tag" : `${tags.length} tags`}`,
          why: "the tag determines the chapter of the docs and the folder of the code",
          write: "exactly one, for example `tags: [Contacts]`",
        });
      }
      tags.forEach((tag, index) => {
        if (declared.has(tag)) return;
        reportFault(ctx, ctx.location.child(["tags", index]), {
          wrong: `The tag \`${tag}\` is not declared`,
          why: "a chapter of the docs needs its introduction, and a misspelt tag would start another chapter",
          write: `\`- name: ${tag}\` with a description under \`tags\` in openapi.yaml`,
        });
      });
    }),
  };
}
