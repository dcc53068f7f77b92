import type { components } from "../../generated/schema";
import { limits } from "../../generated/server/values";

/**
 * A problem with a field of the request. `field` is a path such as `recipients[3].to`, or the name of a query
 * parameter or header.
 */
export type FieldProblem = components["schemas"]["FieldProblem"];
type ProblemCode = components["schemas"]["ErrorCode"];

/** Maximum entries of `fields`, so that responses stay small. */
export const MAX_FIELD_PROBLEMS = limits.ErrorEnvelope.error.fields.maxItems;

/** An error whose message the caller sees. Messages of internal errors stay hidden. */
export class Problem extends Error {
  override readonly name = "Problem";
  constructor(
    readonly status: number,
    readonly code: ProblemCode,
    message: string,
    readonly fields?: FieldProblem[],
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

export const validationFailed = (message: string, fields?: FieldProblem[]) =>
  new Problem(400, "validation_failed", message, fields);
export const forbidden = (message: string, fields?: FieldProblem[]) =>
  new Problem(403, "forbidden", message, fields);
export const notFound = (what: string) => new Problem(404, "not_found", `${what} does not exist`);
export const methodNotAllowed = (method: string, allow: string) =>
  new Problem(
    405,
    "method_not_allowed",
    `${method} is not supported on this path; supported: ${allow}`,
    undefined,
    {
      Allow: allow,
    },
  );
export const conflict = (message: string, fields?: FieldProblem[], headers?: Record<string, string>) =>
  new Problem(409, "conflict", message, fields, headers);
export const invalidState = (message: string) => new Problem(409, "invalid_state", message);
export const importInProgress = (message: string) => new Problem(409, "import_in_progress", message);
export const preconditionFailed = (what: string) =>
  new Problem(
    412,
    "precondition_failed",
    `${what} has changed since it had the ETag in If-Match. Read it again, then repeat the request with the new ETag.`,
  );
export const payloadTooLarge = (message: string, fields?: FieldProblem[]) =>
  new Problem(413, "payload_too_large", message, fields);
export const unsupportedMediaType = (message: string, fields?: FieldProblem[]) =>
  new Problem(415, "unsupported_media_type", message, fields);
export const unprocessable = (message: string, fields?: FieldProblem[]) =>
  new Problem(422, "unprocessable_entity", message, fields);
export const rateLimited = (message: string, retryAfterSeconds = 1) =>
  new Problem(429, "rate_limited", message, undefined, { "Retry-After": String(retryAfterSeconds) });
export const serviceUnavailable = (message: string, retryAfterSeconds = 5) =>
  new Problem(503, "service_unavailable", message, undefined, { "Retry-After": String(retryAfterSeconds) });

/**
 * Returns the error of a request if the outcome of its commit is unknown. The log shows the cause.
 * `Retry-After` makes clients that may repeat the request wait for the database, as after 503.
 */
export function outcomeUnknown(cause: unknown, retryAfterSeconds = 5): Problem {
  const problem = new Problem(
    500,
    "internal_error",
    "The connection to the database broke during the commit, so the request may have been carried out. Read the resource before you repeat the request.",
    undefined,
    { "Retry-After": String(retryAfterSeconds) },
  );
  problem.cause = cause;
  return problem;
}
