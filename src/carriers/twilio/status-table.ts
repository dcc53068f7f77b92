import type { CarrierError, ReportedStatus, SubmitOutcome } from "../carrier";
import { failedResponse } from "../http-client";
import { retryAfterMs } from "../../platform/retry-after";
import { fieldsOf } from "../untrusted";

interface Meaning {
  /** Description for users, because Twilio's text may contain phone numbers. */
  says: string;
  /** Outcome of a submission; `refused` if absent. */
  submitted?: "away" | "retry" | "throttled";
  /** Final status of a message; `undelivered` if absent. */
  reported?: "expired";
  lacksChannel?: true;
}

/**
 * Meaning of Twilio's error codes. For a code that the table lacks, the HTTP status decides. Source: the
 * Error and Warning Dictionary, https://www.twilio.com/docs/api/errors/<code>.
 */
const CODES: Readonly<Record<number, Meaning>> = {
  // Account problems. After `away`, messages wait until the operator fixes the account.
  10001: { says: "the account is not active", submitted: "away" },
  10002: { says: "a trial account does not have this feature" },
  20003: { says: "the credentials were refused", submitted: "away" },
  20005: { says: "the account is not active", submitted: "away" },
  30002: { says: "the account was suspended", submitted: "away" },
  90010: { says: "the account is not active", submitted: "away" },

  // Configuration problems. Messages wait until the operator fixes the settings.
  21205: { says: "the URL to report to was refused: it must be a public address", submitted: "away" },
  21609: { says: "the URL to report to was refused: it must be a public address", submitted: "away" },
  21626: { says: "the events to report were refused", submitted: "away" },

  10004: { says: "the account has its maximum number of concurrent calls", submitted: "throttled" },
  20429: { says: "too many requests at once", submitted: "throttled" },
  21611: { says: "the sender's queue is full", submitted: "throttled" },
  // Limit of one recipient, so other recipients are not throttled.
  14107: { says: "too many messages to this number in a short time", submitted: "retry" },

  // Recipient errors.
  13223: { says: "the number is not valid" },
  13224: { says: "the number is not valid, or cannot be called" },
  13225: { says: "the carrier blocks calls to this number" },
  13226: { says: "the number has a country code that is not valid" },
  13227: { says: "the account may not call this country" },
  14101: { says: "the number does not accept SMS" },
  21201: { says: "there is no number to call" },
  21202: { says: "the number is a premium number" },
  21203: { says: "the account may not call other countries" },
  21211: { says: "the number is not valid" },
  21214: { says: "the number cannot be called" },
  21215: { says: "the account may not call this country" },
  21216: { says: "the carrier blocks calls to this number" },
  21217: { says: "the number is not valid" },
  21219: { says: "a trial account calls verified numbers only" },
  21408: { says: "the account may not send SMS to this country" },
  21604: { says: "there is no number to send to" },
  21608: { says: "a trial account sends to verified numbers only" },
  21610: { says: "the person has unsubscribed from this sender" },
  21612: { says: "the number cannot be reached by SMS from this sender" },
  21614: { says: "the number is not a mobile number", lacksChannel: true },
  21635: { says: "the number is a landline", lacksChannel: true },

  // Sender errors.
  21210: { says: "the sender is not a verified number of the account" },
  21212: { says: "the sender is not valid" },
  21213: { says: "there is no sender" },
  21603: { says: "there is no sender" },
  21606: { says: "the sender cannot send SMS to this number" },
  21607: { says: "a trial account sends from its own number only" },
  21659: { says: "the sender is not a number of the account for this country" },
  21660: { says: "the sender belongs to another account" },

  // Content errors.
  21602: { says: "the text is empty" },
  21617: { says: "the text has more than 1,600 characters" },
  21618: { says: "the text cannot be sent" },

  // Delivery errors.
  30001: { says: "the sender's queue was full" },
  30003: { says: "the phone is off or out of reach" },
  30004: { says: "the network or the person blocks the message" },
  30005: { says: "the number is not known to the network" },
  30006: { says: "the number is a landline or its network cannot be reached" },
  30007: { says: "the message was filtered" },
  30008: { says: "the network gives no reason" },
  30017: { says: "the network was congested" },
  30018: { says: "the country asks for registered senders" },
  30022: { says: "the network's limit for this sender was exceeded" },
  30023: { says: "the network's daily limit was reached" },
  30024: { says: "the sender is not registered with the network" },
  30027: { says: "the network's daily limit was reached" },
  30032: { says: "the toll-free sender is not verified" },
  30034: { says: "the sender is not registered with the network" },
  30036: { says: "it waited too long in the sender's queue", reported: "expired" },
  30410: { says: "the network did not answer in time" },
};

const codeOf = (body: unknown): number | null => {
  const { code } = fieldsOf(body);
  return Number.isSafeInteger(code) ? (code as number) : null;
};

export function refusalOf(
  { status, headers }: Pick<Response, "status" | "headers">,
  body: unknown,
  now: number,
): SubmitOutcome {
  const code = codeOf(body);
  const meaning = code === null ? undefined : CODES[code];
  if (code === null || meaning === undefined) return withCode(failedResponse(status, headers, now), code);
  const { says: message, submitted, lacksChannel } = meaning;
  const carrierCode = String(code);
  if (submitted === undefined) {
    const error: CarrierError = { code: "carrier_rejected", message, carrierCode };
    return { type: "refused", error: lacksChannel ? { ...error, lacksChannel } : error };
  }
  const error: CarrierError = { code: "carrier_unreachable", message, carrierCode };
  if (submitted !== "throttled") return { type: submitted, error };
  return { type: submitted, error, retryAfterMs: retryAfterMs(headers.get("retry-after"), now) };
}

/** Replaces the HTTP status in the error with Twilio's code, which is more precise. */
const withCode = (outcome: SubmitOutcome, code: number | null): SubmitOutcome =>
  code === null || !("error" in outcome)
    ? outcome
    : { ...outcome, error: { ...outcome.error, carrierCode: String(code) } };

interface Ending {
  status: ReportedStatus;
  error: CarrierError | null;
}

/** Final message statuses. Source: Message resource, "Message Status values". */
const MESSAGE_ENDINGS: ReadonlyMap<string, ReportedStatus> = new Map([
  ["delivered", "delivered"],
  ["read", "read"],
  ["undelivered", "undelivered"],
  ["failed", "undelivered"],
  ["canceled", "undelivered"],
]);

/** Final statuses of unanswered calls. Source: Call resource, "Call Status Values". */
const CALL_FAILURES: ReadonlyMap<string, string> = new Map([
  ["busy", "the line was busy"],
  ["no-answer", "the call was not answered"],
  ["failed", "the call could not be connected"],
  ["canceled", "the call was canceled before it was answered"],
]);

/** Returns the final status and error of a message; null while the message is in transit. */
export function messageEnding(given: string, code: string | null): Ending | null {
  const status = MESSAGE_ENDINGS.get(given);
  return status === undefined ? null : ending(status, code, "the message was not delivered");
}

/** Returns a call's final status; null before its end. `code` is Twilio's error or the SIP response code. */
export function callEnding(given: string, code: string | null): Ending | null {
  // "completed" means that a person or machine answered and the call has ended.
  if (given === "completed") return { status: "delivered", error: null };
  const says = CALL_FAILURES.get(given);
  return says === undefined ? null : ending("undelivered", code ?? given, says);
}

function ending(status: ReportedStatus, code: string | null, otherwise: string): Ending {
  if (status !== "undelivered") return { status, error: null };
  const { says = otherwise, reported, lacksChannel } = CODES[Number(code)] ?? {};
  const error: CarrierError = {
    code: reported ?? "undeliverable",
    message: says,
    carrierCode: code,
  };
  return { status: reported ?? status, error: lacksChannel ? { ...error, lacksChannel } : error };
}
