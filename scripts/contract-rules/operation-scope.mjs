import { eachOperation, explain } from "./support.mjs";

const SCHEMES = ["ApiKeyHeader", "BearerKey"];

/** A key may come in either header, and each operation asks for one scope: the same in both forms. */
export default function operationScope() {
  return eachOperation((operation, ctx) => {
    const forms = operation.security ?? [];
    const scopes = SCHEMES.map((scheme) => forms.find((form) => form[scheme])?.[scheme] ?? []);
    const alike =
      forms.length === SCHEMES.length &&
      forms.every((form) => Object.keys(form).length === 1) &&
      scopes.every((list) => list.length === 1 && list[0] === scopes[0][0]);
    if (alike && /^[a-z]+:[a-z]+$/.test(scopes[0][0])) return;
    const example = scopes.flat()[0] ?? "contacts:read";
    ctx.report({
      message: explain(
        "The operation does not ask for one scope, the same for both forms of the key",
        "a key must be worth the same in either header, and an operation without a scope is open to every key",
        `\`security: [{ApiKeyHeader: ["${example}"]}, {BearerKey: ["${example}"]}]\``,
      ),
      location: operation.security ? ctx.location.child("security") : ctx.location.key(),
    });
  });
}
