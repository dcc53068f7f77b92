import { eachOperation, explain } from "./support.mjs";

const ALWAYS = {
  400: "BadRequest",
  401: "Unauthorized",
  429: "TooManyRequests",
  500: "InternalError",
  503: "ServiceUnavailable",
};
const WITH_SCOPE = { 403: "Forbidden" };
const WITH_BODY = { 413: "PayloadTooLarge", 415: "UnsupportedMediaType" };
const WITH_ID = { 404: "NotFound" };

/** Requires the responses that may occur. Forbids `default`, which would cover undeclared responses. */
export default function requiredStatuses() {
  return eachOperation((operation, ctx) => {
    const responses = operation.responses ?? {};
    const location = ctx.location.child("responses").key();
    const needed = {
      ...ALWAYS,
      ...(hasScope(operation) ? WITH_SCOPE : {}),
      ...(operation.requestBody ? WITH_BODY : {}),
      ...(hasId(operation, ctx) ? WITH_ID : {}),
    };
    for (const [status, response] of Object.entries(needed)) {
      if (responses[status] !== undefined) continue;
      ctx.report({
        message: explain(
          `${status} is not declared`,
          "it can come, and clients prepare only for what is declared",
          `\`"${status}": {$ref: ../../responses/${response}.yaml}\``,
        ),
        location,
      });
    }
    if (responses.default !== undefined) {
      ctx.report({
        message: explain(
          "`default` covers any status",
          "an unforeseen response would count as documented",
          'each status by its number instead of `default`, for example `"409"`',
        ),
        location: ctx.location.child(["responses", "default"]).key(),
      });
    }
    if (!Object.keys(responses).some((status) => /^2\d\d$/.test(status))) {
      ctx.report({
        message: explain(
          "No success is declared",
          "the client's types are generated from it",
          'the response of a success, for example `"200"`',
        ),
        location,
      });
    }
  });
}

const hasScope = ({ security = [] }) => security.some((form) => Object.values(form).flat().length > 0);

/** Returns whether the path names a resource by its id. Values of an enum, such as purposes, always exist. */
const hasId = (operation, ctx) =>
  (operation.parameters ?? [])
    .map((raw) => (raw.$ref ? ctx.resolve(raw).node : raw))
    .some((parameter) => parameter?.in === "path" && parameter.name.endsWith("_id"));
