import type { ErrorRequestHandler, Response } from "express";
import { error as contractErrors } from "express-openapi-validator";
import type { Logger } from "pino";
import { isDatabaseAway } from "../db/errors";
import {
  type FieldProblem,
  MAX_FIELD_PROBLEMS,
  Problem,
  serviceUnavailable,
  validationFailed,
} from "../problem";

/** The one form of every failure. */
export function envelope(problem: Problem, requestId: string) {
  return {
    error: {
      code: problem.code,
      message: problem.message,
      request_id: requestId,
      ...(problem.fields?.length ? { fields: problem.fields.slice(0, MAX_FIELD_PROBLEMS) } : {}),
    },
  };
}

export function sendProblem(res: Response, problem: Problem): void {
  for (const [name, value] of Object.entries(problem.headers)) res.setHeader(name, value);
  res.status(problem.status).json(envelope(problem, res.locals.requestId as string));
}

/** Turns whatever was thrown into the envelope; what is not the caller's doing is logged and told apart by nothing. */
export function errorEnvelope(log: Logger): ErrorRequestHandler {
  return (error: unknown, _req, res, next) => {
    if (res.headersSent) {
      next(error);
      return;
    }
    const problem = toProblem(error);
    const requestId = res.locals.requestId as string;
    if (problem.status >= 500) log.error({ err: error, requestId }, "request failed");
    sendProblem(res, problem);
  };
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof contractErrors.BadRequest) {
    return validationFailed("The request does not fit the contract", fieldsOf(error.errors, error));
  }
  if (error instanceof URIError) return validationFailed("The path is not properly percent-encoded");
  if (isDatabaseAway(error)) return serviceUnavailable("The database does not answer at the moment");
  return new Problem(500, "internal_error", "Something went wrong on our side");
}

interface ContractViolation {
  path?: string;
  message?: string;
}

function fieldsOf(
  errors: ContractViolation[] | undefined,
  error: { path?: string; message: string },
): FieldProblem[] {
  const violations = errors?.length ? errors : [{ path: error.path, message: error.message }];
  const seen = new Set<string>();
  const fields: FieldProblem[] = [];
  for (const violation of violations) {
    const field = fieldName(violation.path ?? "");
    const message = violation.message ?? "is not valid";
    if (seen.has(`${field}\n${message}`)) continue;
    seen.add(`${field}\n${message}`);
    fields.push({ field, message });
    if (fields.length === MAX_FIELD_PROBLEMS) break;
  }
  return fields;
}

const HEADER_NAMES: Record<string, string> = { "idempotency-key": "Idempotency-Key" };

/** `/body/recipients/3/to` → `recipients[3].to`; `/query/limit` → `limit`. */
export function fieldName(path: string): string {
  const [, location = "", ...rest] = path.split("/");
  if (location === "headers") return HEADER_NAMES[rest[0] ?? ""] ?? rest[0] ?? "headers";
  if (rest.length === 0) return location;
  return rest.reduce((name, part) => {
    const plain = part.replace(/~1/g, "/").replace(/~0/g, "~");
    if (/^\d+$/.test(plain)) return `${name}[${plain}]`;
    return name === "" ? plain : `${name}.${plain}`;
  }, "");
}
