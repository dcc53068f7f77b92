import type { components } from "../../generated/client/operations";
import type { ErrorCode as ContractCode, FieldProblem } from "../../generated/client/types";

/** Error codes of this version of the contract, and `unexpected_response` for any other response body. */
export type KnownErrorCode = components["schemas"]["ErrorCode"] | "unexpected_response";

/** Error code. Later versions of the service may return codes that are not listed yet. */
export type ErrorCode = ContractCode | "unexpected_response";

/** Name of the failed operation, or `uploadFile` for the `PUT` of a file's bytes. */
export type FailedCall = string;

interface Failure<Code extends ErrorCode = ErrorCode> {
  code: Code;
  explanation: string;
  fields: FieldProblem[];
  requestId: string | null;
  retryAfterSeconds: number | null;
}

// `Symbol.for` makes the ESM and CommonJS copies of the package use the same symbol.
const BRAND = Symbol.for("recado.error");

/** Error for any response that is not a success. Programs decide by `code`; the message is for logs. */
export class RecadoError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "RecadoError";
  readonly call: FailedCall;
  readonly status: number;
  readonly code: Code;
  /** Invalid fields of the request; empty if the service names none. */
  readonly fields: readonly FieldProblem[];
  /** Id of the request in the service's logs; null if the response has none. */
  readonly requestId: string | null;
  /** Delay that the service requests before a retry, in seconds; null if the response requests none. */
  readonly retryAfterSeconds: number | null;
  /** Status and headers of the response; the client has already read the body. */
  declare readonly response: Response;

  constructor(call: FailedCall, response: Response, failure: Failure<Code>) {
    const { code, explanation, fields, requestId, retryAfterSeconds } = failure;
    const places = fields.map(({ field, message }) => `; ${field} ${message}`).join("");
    super(
      `${call}: ${response.status} ${code}: ${explanation}${places}${requestId ? ` (request ${requestId})` : ""}`,
    );
    this.call = call;
    this.status = response.status;
    this.code = code;
    this.fields = fields;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    // The property is not enumerable, so that loggers do not print the response's streams and headers.
    Object.defineProperty(this, "response", { value: response });
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** Returns whether the error's code is one of `codes`. */
  is<Given extends KnownErrorCode>(...codes: Given[]): this is RecadoError<Given> {
    return (codes as ErrorCode[]).includes(this.code);
  }
}

/** Error of a call without a complete response: the connection failed or the request timed out. */
export class RecadoConnectionError extends Error {
  override readonly name = "RecadoConnectionError";
  readonly reason: "network" | "timeout";
  /** Whether the service may have received the request. False only if no connection was made. */
  readonly mayHaveArrived: boolean;

  constructor(call: FailedCall, reason: "network" | "timeout", cause: unknown) {
    super(`${call}: ${reason === "timeout" ? "no response in time" : `no response: ${explained(cause)}`}`, {
      cause,
    });
    this.reason = reason;
    this.mayHaveArrived = reason === "timeout" || !NOT_CONNECTED.has(codeOf(cause) ?? "");
  }
}

/** Returns whether a caught value is a `RecadoError`, with one of `codes` if any are given. */
export function isRecadoError(value: unknown): value is RecadoError;
export function isRecadoError<Code extends KnownErrorCode>(
  value: unknown,
  ...codes: Code[]
): value is RecadoError<Code>;
export function isRecadoError(value: unknown, ...codes: ErrorCode[]): boolean {
  if (typeof value !== "object" || value === null || !(BRAND in value)) return false;
  return codes.length === 0 || codes.includes((value as unknown as RecadoError).code);
}

// Values of `cause.code` by which Node reports that it made no connection; other runtimes set none.
const NOT_CONNECTED = new Set([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "UND_ERR_CONNECT_TIMEOUT",
]);

function codeOf(error: unknown): string | undefined {
  const { cause } = (error ?? {}) as { cause?: { code?: unknown } };
  return typeof cause?.code === "string" ? cause.code : undefined;
}

function explained(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const code = codeOf(error);
  return code === undefined ? text : `${text} (${code})`;
}
