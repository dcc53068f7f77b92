import { eachOperation, explain } from "./support.mjs";

const WHY =
  "it becomes a method of the client and of the server, and methods of one kind begin with the same verb";

/** Requires a unique operation id of verb and noun in camelCase, which names generated methods. */
export default function operationId({ verbs }) {
  const seen = new Map();
  return eachOperation((operation, ctx) => {
    const id = operation.operationId;
    const location = id === undefined ? ctx.location.key() : ctx.location.child("operationId");
    if (id === undefined) {
      ctx.report({
        message: explain(
          "The operation has no name",
          WHY,
          "its verb and noun, for example `operationId: listContacts`",
        ),
        location,
      });
      return;
    }
    const verb = /^([a-z]+)[A-Z][A-Za-z0-9]*$/.exec(id)?.[1];
    if (!verbs.includes(verb)) {
      ctx.report({
        message: explain(
          `\`${id}\` is not a known verb with a noun in camelCase`,
          WHY,
          `one of ${verbs.join(", ")}, then a noun, for example \`operationId: listContacts\`; ` +
            "a new verb is added under `recado/operation-id` in redocly.yaml",
        ),
        location,
      });
    }
    if (seen.has(id)) {
      ctx.report({
        message: explain(
          `\`${id}\` is taken by ${seen.get(id)}`,
          "two methods of the client cannot have one name",
          "another name, for example `operationId: listContactsOfList`",
        ),
        location,
      });
    }
    seen.set(id, ctx.location.pointer);
  });
}
