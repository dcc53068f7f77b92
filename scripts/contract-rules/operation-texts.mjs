import { eachOperation, explain } from "./support.mjs";

const EXAMPLES = {
  summary: "List contacts",
  description: "Answers with the contacts of the account, newest first.",
};

/** Both texts are shown in the docs, and become the comment on the generated method. */
export default function operationTexts() {
  return eachOperation((operation, ctx) => {
    for (const [field, example] of Object.entries(EXAMPLES)) {
      if (operation[field]?.trim()) continue;
      ctx.report({
        message: explain(
          `The operation has no ${field}`,
          "the docs show it, and it becomes the comment on the client's method",
          `\`${field}: ${example}\`, for example`,
        ),
        location: operation[field] === undefined ? ctx.location.key() : ctx.location.child(field),
      });
    }
  });
}
