import { eachOperation, reportFault } from "./support.mjs";

const EXAMPLES = {
  summary: "List contacts",
  description: "Returns the contacts of the account, newest first.",
};

/** Requires a unique summary and description, which appear in the docs and in the generated clients. */
export default function operationTexts() {
  const seen = new Map();
  return eachOperation((operation, ctx) => {
    for (const [field, example] of Object.entries(EXAMPLES)) {
      const text = operation[field]?.trim();
      const location = operation[field] === undefined ? ctx.location.key() : ctx.location.child(field);
      if (!text) {
        reportFault(ctx, location, {
          wrong: `The operation has no ${field}`,
          why: "the docs show it, and it becomes the comment on the client's method",
          write: `\`${field}: ${example}\`, for example`,
        });
        continue;
      }
      const key = `${field}: ${text.toLowerCase()}`;
      const other = seen.get(key);
      if (other === undefined) seen.set(key, operation.operationId);
      else if (other !== operation.operationId) {
        reportFault(ctx, location, {
          wrong: `The ${field} is the same as that of \`${other}\``,
          why: "a copied text describes another operation, and readers cannot distinguish the two",
          write: `a ${field} that describes only this operation`,
        });
      }
    }
  });
}
