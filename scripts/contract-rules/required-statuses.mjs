import { eachOperation, parametersOf, reportFault } from "./support.mjs";

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
      reportFault(ctx, location, {
        wrong: `${status} is not declared`,
        why: "it can come, and clients prepare only for what is declared",
        write: `\`"${status}": {$ref: ../../responses/${response}.yaml}\``,
      });
    }
    if (responses.default !== undefined) {
      reportFault(ctx, ctx.location.child(["responses", "default"]).key(), {
        wrong: "`default` covers any status",
        why: "an unforeseen response would count as documented",
        write: 'each status by its number instead of `default`, for example `"409"`',
      });
    }
    if (!Object.keys(responses).some((status) => /^2\d\d$/.test(status))) {
      reportFault(ctx, location, {
        wrong: "No success is declared",
        why: "the client's types are generated from it",
        write: 'the response of a success, for example `"200"`',
      });
    }
  });
}

const hasScope = ({ security = [] }) => security.some((form) => Object.values(form).flat().length > 0);

/** Returns whether the path names a resource by its id. Values of an enum, such as purposes, always exist. */
const hasId = (operation, ctx) =>
  parametersOf(operation, ctx.location, ctx).some(
    (parameter) => parameter.in === "path" && parameter.name.endsWith("_id"),
  );
