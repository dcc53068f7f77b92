import { eachOperation, explain } from "./support.mjs";

const EXAMPLES = {
  summary: "List contacts",
  description: "Answers with the contacts of the account, newest first.",
};

/** Both texts are shown in the docs and become the comment on the generated method. No two operations share a text. */
export default function operationTexts() {
  const seen = new Map();
  return eachOperation((operation, ctx) => {
    for (const [field, example] of Object.entries(EXAMPLES)) {
      const text = operation[field]?.trim();
      const location = operation[field] === undefined ? ctx.location.key() : ctx.location.child(field);
      if (!text) {
        ctx.report({
          message: explain(
            `The operation has no ${field}`,
            "the docs show it, and it becomes the comment on the client's method",
            `\`${field}: ${example}\`, for example`,
          ),
          location,
        });
        continue;
      }
      const key = `${field}: ${text.toLowerCase()}`;
      const other = seen.get(key);
      if (other === undefined) seen.set(key, operation.operationId);
      else if (other !== operation.operationId) {
        ctx.report({
          message: explain(
            `The ${field} is that of \`${other}\``,
            "a copied text describes another operation, and readers cannot tell the two apart",
            `a ${field} that is true of this operation alone`,
          ),
          location,
        });
      }
    }
  });
}
