import { eachOperation } from "./support.mjs";

/** The operation id becomes a method of server and client: a verb and a noun in camelCase, once in the contract. */
export default function operationId({ verbs }) {
  const seen = new Map();
  return eachOperation((operation, ctx) => {
    const id = operation.operationId;
    const location = id === undefined ? ctx.location.key() : ctx.location.child("operationId");
    if (id === undefined) {
      ctx.report({
        message: "Name the operation by verb and noun, for example `operationId: listContacts`.",
        location,
      });
      return;
    }
    const verb = /^([a-z]+)[A-Z][A-Za-z0-9]*$/.exec(id)?.[1];
    if (!verbs.includes(verb)) {
      ctx.report({
        message:
          `\`${id}\` is no verb and noun in camelCase. Begin with one of ${verbs.join(", ")}, for example ` +
          "`operationId: listContacts`; a new verb is added under `recado/operation-id` in redocly.yaml.",
        location,
      });
    }
    if (seen.has(id)) {
      ctx.report({
        message: `\`${id}\` is taken by ${seen.get(id)}. Give this operation a name of its own.`,
        location,
      });
    }
    seen.set(id, ctx.location.pointer);
  });
}
