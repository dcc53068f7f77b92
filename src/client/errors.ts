import type { components } from "../../generated/client/operations";
import type { ErrorCode as ContractCode, FieldProblem } from "../../generated/client/types";

/** The codes of this version of the contract, and `unexpected_response` for an answer that is not the service's. */
export type KnownErrorCode = components["schemas"]["ErrorCode"] | "unexpected_response";

/** What went wrong. Later versions of the service may answer with codes that are not listed yet. */
export type ErrorCode = ContractCode | "unexpected_response";

/** What failed: an operation by its name, or the `PUT` of a file's bytes. */
export type FailedCall = string;

/** What is read of an answer that is no success. */
export interface Failure<Code extends ErrorCode = ErrorCode> {
  code: Code;
  explanation: string;
  fields: FieldProblem[];
  requestId: string | null;
  retryAfterSeconds: number | null;
}

// Symbols of the registry are the same in every copy of the package, ESM and CommonJS alike.
const BRAND = Symbol.for("recado.error");

/** The service refused a call, or failed at it. Decide by `code`; the message is for logs. */
export class RecadoError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "RecadoError";
  readonly call: FailedCall;
  readonly status: number;
  readonly code: Code;
  /** The parts of the request that are to blame; empty where the service names none. */
  readonly fields: readonly FieldProblem[];
  /** The id of the request in the service's logs; null where the answer has none. */
  readonly requestId: string | null;
  /** How long the service asks to wait; null where it does not say. */
  readonly retryAfterSeconds: number | null;
  /** Its status and headers. The body is read already. */
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
    // Not enumerable: a logged error would spread out its streams and headers.
    Object.defineProperty(this, "response", { value: response });
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** Whether it is one of these codes. */
  is<Given extends KnownErrorCode>(...codes: Given[]): this is RecadoError<Given> {
    return (codes as ErrorCode[]).includes(this.code);
  }
}

/** There was no answer, or not a whole one: no connection, or the time for it was over. */
export class RecadoConnectionError extends Error {
  override readonly name = "RecadoConnectionError";
  readonly reason: "network" | "timeout";
  /** False where it is certain that the service has not got the request: no connection to it came about. */
  readonly mayHaveArrived: boolean;

  constructor(call: FailedCall, reason: "network" | "timeout", cause: unknown) {
    super(`${call}: ${reason === "timeout" ? "no answer in time" : `no answer: ${explained(cause)}`}`, {
      cause,
    });
    this.reason = reason;
    this.mayHaveArrived = reason === "timeout" || !NOT_CONNECTED.has(codeOf(cause) ?? "");
  }
}

/** Whether a caught value is the service's failure, with one of these codes if any are given. */
export function isRecadoError(value: unknown): value is RecadoError;
export function isRecadoError<Code extends KnownErrorCode>(
  value: unknown,
  ...codes: Code[]
): value is RecadoError<Code>;
export function isRecadoError(value: unknown, ...codes: ErrorCode[]): boolean {
  if (typeof value !== "object" || value === null || !(BRAND in value)) return false;
  return codes.length === 0 || codes.includes((value as unknown as RecadoError).code);
}

// Node tells these in `cause.code`; other runtimes tell nothing, and the request counts as sent.
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
