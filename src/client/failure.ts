import type { ErrorEnvelope } from "../../generated/client/types";
import { type FailedCall, RecadoError } from "./errors";
import { retryAfterSeconds } from "./retry-after";

function isEnvelope(body: unknown): body is ErrorEnvelope {
  const error = (body as { error?: Partial<ErrorEnvelope["error"]> } | null | undefined)?.error;
  return typeof error?.code === "string" && typeof error.message === "string";
}

/** The error of an answer that is no success, or not what the contract has for one. `now` is in milliseconds. */
export function failureOf(call: FailedCall, response: Response, body: unknown, now: number): RecadoError {
  const wait = retryAfterSeconds(response.headers, now);
  const requestId = response.headers.get("X-Request-Id");
  if (!isEnvelope(body)) {
    const explanation = "the answer is not one of the service's";
    const rest = { fields: [], requestId, retryAfterSeconds: wait };
    return new RecadoError(call, response, { code: "unexpected_response", explanation, ...rest });
  }
  const { code, message, request_id, fields = [] } = body.error;
  const rest = { fields, requestId: request_id ?? requestId, retryAfterSeconds: wait };
  return new RecadoError(call, response, { code, explanation: message, ...rest });
}
