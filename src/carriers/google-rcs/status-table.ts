import type { components } from "../../../generated/carriers/google-rcs";
import { MINUTE, SECOND } from "../../platform/time";
import { shortened } from "../../platform/text";
import type { ReportedStatus, SubmitOutcome } from "../carrier";
import { failedResponse } from "../http-client";
import { retryAfterMs } from "../../platform/retry-after";
import { refused, unreachable } from "../outcomes";
import { fieldsOf } from "../untrusted";

type Failure = NonNullable<components["schemas"]["Failure"]["error"]>;

type Meaning = "taken" | "refused" | "no-rcs" | "retry" | "throttled" | "away" | "denied" | "unknown";

/**
 * Google's canonical codes with HTTP status and meaning for a submission. Source: google/rpc/code.proto, and
 * for some codes the RCS documentation named beside the code. "RBM" is
 * developers.google.com/business-communications/rcs-business-messaging.
 */
export const CODES: Readonly<Record<string, { http: number; meaning: Meaning }>> = {
  // RBM guides/build/messages/send: the message is malformed, or needs features that the handset lacks.
  INVALID_ARGUMENT: { http: 400, meaning: "refused" },
  FAILED_PRECONDITION: { http: 400, meaning: "refused" },
  OUT_OF_RANGE: { http: 400, meaning: "refused" },
  // The operator must fix the key. Messages wait.
  UNAUTHENTICATED: { http: 401, meaning: "away" },
  // The operator must fix the API's activation, the agent's owner or its state. Messages wait. An unlaunched
  // agent may send only to testers (RBM phones.testers.create).
  PERMISSION_DENIED: { http: 403, meaning: "denied" },
  // RBM guides/build/messages/send, phones.getCapabilities: the number has no RCS, or the agent is not
  // launched on its network.
  NOT_FOUND: { http: 404, meaning: "no-rcs" },
  // RBM phones.agentMessages.create: Google does not send a message with a used id again.
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

/** Most likely code by HTTP status, for a body without a code. */
const BY_HTTP = new Map<number, string>([
  [400, "INVALID_ARGUMENT"],
  [409, "ALREADY_EXISTS"],
  [500, "INTERNAL"],
  ...Object.entries(CODES)
    .filter(([, { http }]) => ![400, 409, 500].includes(http))
    .map(([code, { http }]): [number, string] => [http, code]),
]);

/**
 * Text of a limit per recipient, which Google reports like a rate limit. A pause would only delay other
 * recipients. Source of the text: netcorecloud.com.
 */
const LIMIT_OF_A_PERSON = /traffic limit for this agent on the user/i;

/** Pause after a permission error, in milliseconds. Operators need more than seconds to fix an agent. */
const DENIED_REST = MINUTE;

const MAX_MESSAGE = 300;

export interface ApiResponse {
  status: number;
  headers: Headers;
  /** Parsed JSON, or the text if the body is not JSON. */
  body: unknown;
}

export const failureOf = (body: unknown): Failure => fieldsOf(fieldsOf(body).error);

/** Returns the code of the body or else of the status; undefined for HTML of a proxy and other statuses. */
export function codeOf({ status, headers, body }: ApiResponse): string | undefined {
  const reported = failureOf(body).status;
  if (typeof reported === "string" && Object.hasOwn(CODES, reported)) return reported;
  return headers.get("content-type")?.startsWith("text/html") ? undefined : BY_HTTP.get(status);
}

/** Returns the outcome of a submission. Google's delivery reports use the message id as their reference. */
export function outcomeOf(response: ApiResponse, messageId: string, now: number): SubmitOutcome {
  const { status, headers, body } = response;
  const taken: SubmitOutcome = { type: "accepted", references: [messageId] };
  // A 200 whose body is not JSON does not come from Google, so the outcome is unknown.
  if (status === 200) return typeof body === "string" && body !== "" ? { type: "unknown" } : taken;
  const code = codeOf(response);
  if (code === undefined) return failedResponse(status, headers, now);
  const failure = failureOf(body);
  const text = typeof failure.message === "string" ? shortened(failure.message, MAX_MESSAGE) : null;
  const later = unreachable(text ?? `Google returned ${status} ${code}`, code);
  const waitMs = retryAfterMs(headers.get("retry-after"), now) ?? retryDelayMs(failure);
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
      return refused(later.message, code);
    case "throttled":
      if (LIMIT_OF_A_PERSON.test(text ?? "")) {
        return { type: "refused", error: { ...later, code: "undeliverable" } };
      }
      return { type: "throttled", error: later, retryAfterMs: waitMs };
    case "away":
      return { type: "away", error: later, retryAfterMs: waitMs };
    case "denied":
      return { type: "away", error: later, retryAfterMs: waitMs ?? DENIED_REST };
    case "retry":
      return { type: "retry", error: later };
    default:
      return { type: "unknown" };
  }
}

const detailsOf = ({ details }: Failure) => (Array.isArray(details) ? details : []);

/** Returns the delay of `google.rpc.RetryInfo`, such as `1.5s`, in milliseconds. */
function retryDelayMs(failure: Failure): number | undefined {
  const delay = detailsOf(failure).find((one) => typeof one?.retryDelay === "string")?.retryDelay;
  const seconds = /^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(delay ?? "")?.[1];
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * SECOND);
}

/** Returns the reason of `google.rpc.ErrorInfo`, such as `SERVICE_DISABLED`. */
export function rejectionReasonOf(failure: Failure): string | null {
  const reason = detailsOf(failure).find((one) => typeof one?.reason === "string")?.reason;
  return reason === undefined ? null : shortened(reason, 64);
}

/**
 * Delivery statuses by Google's event type. Source: RBM reference/rest/v1/UserEvent.EventType and
 * ServerEvent.EventType. TTL_EXPIRATION_REVOKE_FAILED is absent: that message is still in transit.
 */
export const REPORTS: Readonly<Record<string, ReportedStatus>> = {
  DELIVERED: "delivered",
  READ: "read",
  TTL_EXPIRATION_REVOKED: "expired",
};

/** Events of a person by Google's event type. Source: RBM reference/rest/v1/UserEvent.EventType. */
export const PERSONS: Readonly<Record<string, "typing" | "subscribe" | "unsubscribe">> = {
  IS_TYPING: "typing",
  SUBSCRIBE: "subscribe",
  UNSUBSCRIBE: "unsubscribe",
};
