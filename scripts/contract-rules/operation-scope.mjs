import { eachOperation, reportFault } from "./support.mjs";

const SCHEMES = ["ApiKeyHeader", "BearerKey", "ConsoleSession"];

/**
 * Requires one scope per operation, equal for both key headers and the console session. GET operations, and
 * only these, have a `:read` scope. The operations in `anyKey` require a key, but no scope.
 */
export default function operationScope({ anyKey = [] }) {
  return eachOperation((operation, ctx) => {
    const forms = operation.security ?? [];
    const scopes = SCHEMES.map((scheme) => forms.find((form) => form[scheme])?.[scheme] ?? []);
    const takesEveryForm =
      forms.length === SCHEMES.length && SCHEMES.every((scheme) => forms.some((form) => form[scheme]));
    if (anyKey.includes(operation.operationId) && takesEveryForm && scopes.flat().length === 0) return;
    const haveSameScope =
      forms.length === SCHEMES.length &&
      forms.every((form) => Object.keys(form).length === 1) &&
      scopes.every((list) => list.length === 1 && list[0] === scopes[0][0]);
    const location = operation.security ? ctx.location.child("security") : ctx.location.key();
    if (haveSameScope && /^[a-z]+:[a-z]+$/.test(scopes[0][0])) {
      const isRead = scopes[0][0].endsWith(":read");
      const isGet = /\/get$/.test(ctx.location.pointer);
      if (isRead === isGet) return;
      reportFault(ctx, location, {
        wrong: isGet
          ? `The operation only reads, but requires the scope \`${scopes[0][0]}\``
          : `The operation changes something, but requires the scope \`${scopes[0][0]}\``,
        why: "a key with only `:read` scopes must be able to read everything and change nothing",
        write: isGet ? "a scope that ends with `:read`" : "a scope that does not end with `:read`",
      });
      return;
    }
    const example = scopes.flat()[0] ?? "contacts:read";
    reportFault(ctx, location, {
      wrong: "The operation does not require one scope, the same for each form of the key",
      why: "a key must have the same rights in every form, and an operation without a scope is open to every key",
      write: `\`security: [${SCHEMES.map((scheme) => `{${scheme}: ["${example}"]}`).join(", ")}]\``,
    });
  });
}
