import type { ErrorEnvelope } from "../../generated/client/types";
import { type FailedCall, RecadoError } from "./errors";
import { retryAfterMs } from "./retry-after";

function isEnvelope(body: unknown): body is ErrorEnvelope {
  const error = (body as { error?: Partial<ErrorEnvelope["error"]> } | null | undefined)?.error;
  return typeof error?.code === "string" && typeof error.message === "string";
}

const VERSION_PREFIX = "/v3";

/** Returns a hint for a 404 that a `baseUrl` without version prefix may have caused; otherwise "". */
function prefixHint(status: number, baseUrl: string): string {
  const address = baseUrl.replace(/\/+$/, "");
  return status !== 404 || /\/v\d+$/.test(address)
    ? ""
    : `. baseUrl has no version prefix: try ${address}${VERSION_PREFIX}`;
}

/**
 * Returns the error for a response that is not a success, or that lacks the operation's body. `now` is in
 * milliseconds. Omit `baseUrl` for requests to other servers, such as file storage.
 */
export function failureOf(
  call: FailedCall,
  response: Response,
  body: unknown,
  now: number,
  baseUrl = VERSION_PREFIX,
): RecadoError {
  const waitMs = retryAfterMs(response.headers, now);
  const retryAfterSeconds = waitMs === null ? null : waitMs / 1000;
  const requestId = response.headers.get("X-Request-Id");
  if (!isEnvelope(body)) {
    const explanation = `the response is not from the service${prefixHint(response.status, baseUrl)}`;
    const rest = { fields: [], requestId, retryAfterSeconds };
    return new RecadoError(call, response, { code: "unexpected_response", explanation, ...rest });
  }
  const { code, message, request_id, fields = [] } = body.error;
  const rest = { fields, requestId: request_id ?? requestId, retryAfterSeconds };
  const explanation = `${message}${prefixHint(response.status, baseUrl)}`;
  return new RecadoError(call, response, { code, explanation, ...rest });
}
