import type { components } from "../../../generated/carriers/google-rcs";
import { MINUTE, SECOND } from "../../platform/time";
import { shortened } from "../../platform/text";
import type { ReportedStatus, SubmitOutcome } from "../carrier";
import { failedAnswer, retryAfterMs, unreachable } from "../http-client";

type Failure = NonNullable<components["schemas"]["Failure"]["error"]>;

/** What a canonical code says of a message. */
type Meaning = "taken" | "refused" | "no-rcs" | "retry" | "throttled" | "away" | "denied" | "unknown";

/**
 * Google's canonical codes with the HTTP status that each comes under (google/rpc/code.proto), and what they say of a
 * message. Codes that RCS for Business speaks of itself have their source beside them ("RBM" is
 * developers.google.com/business-communications/rcs-business-messaging); for the others it is code.proto, which says
 * whether an operation may have been carried out.
 */
export const CODES: Readonly<Record<string, { http: number; meaning: Meaning }>> = {
  // RBM guides/build/messages/send: the message is malformed, or has features that the telephone lacks.
  INVALID_ARGUMENT: { http: 400, meaning: "refused" },
  FAILED_PRECONDITION: { http: 400, meaning: "refused" },
  OUT_OF_RANGE: { http: 400, meaning: "refused" },
  // The operator's to mend while messages wait: the key, the API's activation, the agent's owner or its state.
  UNAUTHENTICATED: { http: 401, meaning: "away" },
  PERMISSION_DENIED: { http: 403, meaning: "denied" },
  // RBM guides/build/messages/send, phones.getCapabilities: no RCS on this number, the agent is not launched on its
  // network, or is not launched at all and the number is none of its testers'.
  NOT_FOUND: { http: 404, meaning: "no-rcs" },
  // RBM phones.agentMessages.create: an id that was used before is not sent again.
  ALREADY_EXISTS: { http: 409, meaning: "taken" },
  ABORTED: { http: 409, meaning: "retry" },
  RESOURCE_EXHAUSTED: { http: 429, meaning: "throttled" },
  CANCELLED: { http: 499, meaning: "unknown" },
  UNKNOWN: { http: 500, meaning: "unknown" },
  INTERNAL: { http: 500, meaning: "unknown" },
  DATA_LOSS: { http: 500, meaning: "unknown" },
  UNIMPLEMENTED: { http: 501, meaning: "away" },
  UNAVAILABLE: { http: 503, meaning: "away" },
  DEADLINE_EXCEEDED: { http: 504, meaning: "unknown" },
};

/** What an answer without a code in its body goes by: the code that its status mostly stands for. */
const BY_HTTP = new Map<number, string>([
  [400, "INVALID_ARGUMENT"],
  [409, "ALREADY_EXISTS"],
  [500, "INTERNAL"],
  ...Object.entries(CODES)
    .filter(([, { http }]) => ![400, 409, 500].includes(http))
    .map(([code, { http }]): [number, string] => [http, code]),
]);

/**
 * A limit on what one person gets from an agent comes under the same code as one on its speed; resting does not help
 * that person, and would hold up all others. Told by its text alone, as netcorecloud.com documents it.
 */
const LIMIT_OF_A_PERSON = /traffic limit for this agent on the user/i;

/** Nobody mends an agent's state within seconds, and it may be about one number only. */
const DENIED_REST = MINUTE;

const MAX_MESSAGE = 300;

/** An answer of Google's, read. */
export interface Answer {
  status: number;
  headers: Headers;
  /** What its JSON says; else its text. */
  body: unknown;
}

/** The error of an answer, empty where it tells none. */
export function failureOf(body: unknown): Failure {
  const error = (body as { error?: unknown } | null | undefined)?.error;
  return typeof error === "object" && error !== null ? (error as Failure) : {};
}

/**
 * The canonical code of an answer: what its body tells, else what its status stands for. Undefined where neither says
 * one, and for a page: the URL leads elsewhere, which says nothing of the question.
 */
export function codeOf({ status, headers, body }: Answer): string | undefined {
  const told = failureOf(body).status;
  if (typeof told === "string" && Object.hasOwn(CODES, told)) return told;
  return headers.get("content-type")?.startsWith("text/html") ? undefined : BY_HTTP.get(status);
}

/** What an answer to a submission comes to. The message's own id is its reference. */
export function outcomeOf(answer: Answer, messageId: string, now: number): SubmitOutcome {
  const { status, headers, body } = answer;
  const taken: SubmitOutcome = { type: "accepted", references: [messageId] };
  // Whatever answers something else with 200 is not Google, and has taken nothing that is known of.
  if (status === 200) return typeof body === "string" && body !== "" ? { type: "unknown" } : taken;
  const code = codeOf(answer);
  if (code === undefined) return failedAnswer(status, headers, now);
  const failure = failureOf(body);
  const text = typeof failure.message === "string" ? shortened(failure.message, MAX_MESSAGE) : null;
  const later = unreachable(text ?? `Google answered ${status} ${code}`, code);
  const patience = retryAfterMs(headers, now) ?? retryDelayMs(failure);
  switch (CODES[code]?.meaning) {
    case "taken":
      return taken;
    case "no-rcs":
      return {
        type: "refused",
        error: {
          code: "undeliverable",
          message: "this agent cannot reach the number by RCS",
          carrierCode: code,
          lacksChannel: true,
        },
      };
    case "refused":
      return { type: "refused", error: { ...later, code: "carrier_rejected" } };
    case "throttled":
      if (LIMIT_OF_A_PERSON.test(text ?? "")) {
        return { type: "refused", error: { ...later, code: "undeliverable" } };
      }
      return { type: "throttled", error: later, retryAfterMs: patience };
    case "away":
      return { type: "away", error: later, retryAfterMs: patience };
    case "denied":
      return { type: "away", error: later, retryAfterMs: patience ?? DENIED_REST };
    case "retry":
      return { type: "retry", error: later };
    default:
      return { type: "unknown" };
  }
}

const detailsOf = ({ details }: Failure) => (Array.isArray(details) ? details : []);

/** Of `google.rpc.RetryInfo`: a duration in protobuf's JSON form. */
function retryDelayMs(failure: Failure): number | undefined {
  const delay = detailsOf(failure).find((one) => typeof one?.retryDelay === "string")?.retryDelay;
  const seconds = /^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(delay ?? "")?.[1];
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * SECOND);
}

/** Of `google.rpc.ErrorInfo`: why Google refuses whoever asks, such as `SERVICE_DISABLED`. */
export function reasonOf(failure: Failure): string | null {
  const reason = detailsOf(failure).find((one) => typeof one?.reason === "string")?.reason;
  return reason === undefined ? null : shortened(reason, 64);
}

/**
 * What events say of a message (RBM reference/rest/v1/UserEvent.EventType and ServerEvent.EventType). What could not be
 * taken back at the end of its time, TTL_EXPIRATION_REVOKE_FAILED, is still on its way and reported when it arrives.
 */
export const REPORTS: Readonly<Record<string, ReportedStatus>> = {
  DELIVERED: "delivered",
  READ: "read",
  TTL_EXPIRATION_REVOKED: "expired",
};

/** What events say of a person (RBM reference/rest/v1/UserEvent.EventType). */
export const PERSONS: Readonly<Record<string, "typing" | "subscribe" | "unsubscribe">> = {
  IS_TYPING: "typing",
  SUBSCRIBE: "subscribe",
  UNSUBSCRIBE: "unsubscribe",
};
