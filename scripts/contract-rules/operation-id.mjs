import { eachOperation, reportFault } from "./support.mjs";

const WHY =
  "it becomes a method of the client and of the server, and methods of one kind begin with the same verb";

/** Requires a unique operation id of verb and noun in camelCase, which names generated methods. */
export default function operationId({ verbs }) {
  const seen = new Map();
  return eachOperation((operation, ctx) => {
    const id = operation.operationId;
    const location = id === undefined ? ctx.location.key() : ctx.location.child("operationId");
    if (id === undefined) {
      reportFault(ctx, location, {
        wrong: "The operation has no name",
        why: WHY,
        write: "its verb and noun, for example `operationId: listContacts`",
      });
      return;
    }
    const verb = /^([a-z]+)[A-Z][A-Za-z0-9]*$/.exec(id)?.[1];
    if (!verbs.includes(verb)) {
      reportFault(ctx, location, {
        wrong: `\`${id}\` is not a known verb with a noun in camelCase`,
        why: WHY,
        write:
          `one of ${verbs.join(", ")}, then a noun, for example \`operationId: listContacts\`; ` +
          "a new verb is added under `recado/operation-id` in redocly.yaml",
      });
    }
    if (seen.has(id)) {
      reportFault(ctx, location, {
        wrong: `\`${id}\` is taken by ${seen.get(id)}`,
        why: "two methods of the client cannot have one name",
        write: "another name, for example `operationId: listContactsOfList`",
      });
    }
    seen.set(id, ctx.location.pointer);
  });
}
