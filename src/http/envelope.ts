import type { ErrorRequestHandler, Request, Response } from "express";
import { BadRequest } from "express-openapi-validator/dist/framework/types";
import type { Logger } from "pino";
import { routes } from "../../generated/server/routes";
import { limits } from "../../generated/server/values";
import { isDatabaseAway } from "../platform/db/errors";
import { stepsOf } from "../platform/json-pointer";
import type { Metrics } from "../platform/metrics";
import {
  type FieldProblem,
  MAX_FIELD_PROBLEMS,
  Problem,
  serviceUnavailable,
  validationFailed,
} from "../platform/problem";
import { shortened } from "../platform/text";

// The contract's limits, in characters. Texts can exceed them, because they contain values of the caller.
const MAX_FIELD = limits.FieldProblem.field.maxLength;
const MAX_MESSAGE = limits.ErrorEnvelope.error.message.maxLength;

/** Returns the error envelope of a problem. Shortens texts to the contract's limits. */
export function envelope(problem: Problem, requestId: string) {
  const fields = problem.fields?.slice(0, MAX_FIELD_PROBLEMS).map(({ field, message }) => ({
    field: shortened(field, MAX_FIELD),
    message: shortened(message, MAX_MESSAGE),
  }));
  return {
    error: {
      code: problem.code,
      message: shortened(problem.message, MAX_MESSAGE),
      request_id: requestId,
      ...(fields?.length ? { fields } : {}),
    },
  };
}

function sendProblem(res: Response, problem: Problem): void {
  for (const [name, value] of Object.entries(problem.headers)) res.setHeader(name, value);
  res.status(problem.status).json(envelope(problem, res.locals.requestId as string));
}

/** Returns the handler that sends any thrown value as an error envelope and logs internal errors. */
export function errorEnvelope(
  log: Logger,
  { rateLimited }: Partial<Pick<Metrics, "rateLimited">> = {},
): ErrorRequestHandler {
  // Express recognizes an error handler by its four parameters.
  return (error: unknown, req, res, _next) => {
    const requestId = res.locals.requestId as string;
    const isDisconnected = hasClientDisconnected(req, error);
    const problem = isDisconnected
      ? validationFailed("The request ended before it was complete")
      : toProblem(error);
    if (problem.code === "rate_limited") rateLimited?.inc();
    if (isDisconnected) log.debug({ err: error, requestId }, "the client disconnected");
    else if (problem.status >= 500) log.error({ err: error, requestId }, "request failed");
    // A partial response cannot be replaced. Closing the connection marks the response as incomplete.
    if (res.headersSent) res.destroy();
    else {
      try {
        sendProblem(res, problem);
      } catch (fault) {
        // With response validation, sending throws for an error response that the contract does not allow.
        log.error({ err: fault, requestId }, "response violates the contract");
        sendProblem(res, toProblem(fault));
      }
    }
  };
}

/**
 * Returns whether the client disconnected before the request was complete. The error code alone is not
 * enough, because a lost database connection can have the same code.
 */
function hasClientDisconnected(req: Request, error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return !req.complete && req.destroyed && typeof code === "string" && DISCONNECT_CODE.test(code);
}

const DISCONNECT_CODE = /^(ECONNRESET|ECONNABORTED|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/;

/** Returns the `Problem` for any thrown value. Hides the cause of internal errors. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof BadRequest) {
    return validationFailed("The request does not fit the contract", fieldsOf(error.errors, error));
  }
  if (error instanceof URIError) {
    const fields = [{ field: "path", message: "is not properly percent-encoded" }];
    return validationFailed("The path is not properly percent-encoded", fields);
  }
  if (isDatabaseAway(error)) return serviceUnavailable("The database does not respond at the moment");
  return new Problem(
    500,
    "internal_error",
    "An internal error occurred. The request may have been carried out. If the error recurs, give the operator the request_id.",
  );
}

/** Replacements for validator messages that repeat the field's name or describe its parent object. */
const PLAIN_WORDS: readonly (readonly [RegExp, string])[] = [
  [/^must NOT have additional properties$/, "is not a known field"],
  [/^must have required property '/, "is required"],
  [/^Unknown query parameter '/, "is not a known parameter"],
  [/^Empty value found for query parameter '/, "must not be empty"],
];

interface ContractViolation {
  path?: string;
  message?: string;
  errorCode?: string;
}

const isOf = (keyword: string, { errorCode }: ContractViolation) =>
  errorCode === `${keyword}.openapi.validation`;

/**
 * Removes the errors that the validator adds for a union as a whole. If a nullable value has errors inside,
 * also removes the error that it must be null. Joins the errors that several branches report for one value.
 */
function withoutUnions(violations: readonly ContractViolation[]): ContractViolation[] {
  const unions = new Set(violations.filter((one) => isOf("anyOf", one)).map(({ path }) => path));
  const isNullOf = (one: ContractViolation) =>
    one.message === "must be null" && violations.some(({ path }) => path?.startsWith(`${one.path}/`));
  const own = violations.filter(
    (one) => !isOf("anyOf", one) && !isOf("discriminator", one) && !(unions.has(one.path) && isNullOf(one)),
  );
  const words = (path: string | undefined) => own.filter((one) => one.path === path).map(inWords);
  const joined = own.map((one) =>
    unions.has(one.path) ? { ...one, message: [...new Set(words(one.path))].join(" or ") } : one,
  );
  return joined.length > 0 ? joined : [...violations];
}

const inWords = (violation: ContractViolation) => {
  const message = violation.message || "is not valid";
  // The validator joins allowed values as texts, in which null is empty.
  if (isOf("enum", violation)) return message.replace(/(?<=[:,] )(?=,|$)/g, "null");
  return PLAIN_WORDS.find(([pattern]) => pattern.test(message))?.[1] ?? message;
};

function fieldsOf(
  errors: ContractViolation[] | undefined,
  error: { path?: string; message: string },
): FieldProblem[] {
  const violations = errors?.length ? errors : [{ path: error.path, message: error.message }];
  const seen = new Set<string>();
  const fields: FieldProblem[] = [];
  for (const violation of withoutUnions(violations)) {
    // The path is empty if a field's name is empty, which is possible only in a body.
    const field = fieldName(violation.path || "/body");
    const message = inWords(violation);
    if (seen.has(`${field}\n${message}`)) continue;
    seen.add(`${field}\n${message}`);
    fields.push({ field, message });
    if (fields.length === MAX_FIELD_PROBLEMS) break;
  }
  return fields;
}

/** Header names in the contract's spelling, by lower-case name. The validator reports lower case. */
const HEADER_NAMES = new Map(
  routes.flatMap(({ headers }) => headers).map((name) => [name.toLowerCase(), name]),
);

/**
 * Returns the field name of a validator path: `/body/recipients/3/to` → `recipients[3].to`; `/query/limit` →
 * `limit`; `/body` → `body`.
 */
export function fieldName(path: string): string {
  const [location = "", ...rest] = stepsOf(path);
  if (location === "headers") return HEADER_NAMES.get(rest[0] ?? "") ?? rest[0] ?? "headers";
  if (rest.length === 0) return location;
  const name = rest.reduce((name, part) => {
    if (/^\d+$/.test(part)) return `${name}[${part}]`;
    return name === "" ? part : `${name}.${part}`;
  }, "");
  return name || location;
}
