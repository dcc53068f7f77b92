import { eachOperation } from "./support.mjs";

const ALWAYS = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  429: "TooManyRequests",
  500: "InternalError",
  503: "ServiceUnavailable",
};
const WITH_BODY = { 413: "PayloadTooLarge", 415: "UnsupportedMediaType" };
const WITH_ID = { 404: "NotFound" };

/** A client can prepare only for answers that are declared; `default` would hide the ones that are not. */
export default function requiredStatuses() {
  return eachOperation((operation, ctx) => {
    const responses = operation.responses ?? {};
    const location = ctx.location.child("responses").key();
    const needed = {
      ...ALWAYS,
      ...(operation.requestBody ? WITH_BODY : {}),
      ...(hasId(operation, ctx) ? WITH_ID : {}),
    };
    for (const [status, response] of Object.entries(needed)) {
      if (responses[status] !== undefined) continue;
      ctx.report({
        message: `Declare ${status}: \`"${status}": {$ref: ../../responses/${response}.yaml}\`.`,
        location,
      });
    }
    if (responses.default !== undefined) {
      ctx.report({
        message:
          "Declare each status by its number instead of `default`, which would let undeclared ones pass.",
        location: ctx.location.child(["responses", "default"]).key(),
      });
    }
    if (!Object.keys(responses).some((status) => /^2\d\d$/.test(status))) {
      ctx.report({ message: 'Declare the answer to a success, for example `"200"`.', location });
    }
  });
}

function hasId(operation, ctx) {
  return (operation.parameters ?? []).some((raw) => (raw.$ref ? ctx.resolve(raw).node : raw)?.in === "path");
}
