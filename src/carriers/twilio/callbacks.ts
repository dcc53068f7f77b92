import type { components } from "../../../generated/carriers/twilio";
import { normalizePhone } from "../../messaging/phone";
import { notFound, validationFailed } from "../../platform/problem";
import { forged, requireMediaType } from "../callback-checks";
import type { AddressedInbound, InboundContent, InboundMessage, ReferenceReport } from "../carrier";
import { CallbackFiles } from "../inbound-file";
import type { CallbackReader, CarrierDeps, Received } from "../kind";
import { authorization, type TwilioConnection } from "./api";
import { STATUS_PATH } from "./requests";
import { signedForm } from "./signature";
import { callEnding, messageEnding } from "./status-table";

type Schemas = components["schemas"];
type Posted = Schemas["MessageStatusCallback"] & Schemas["CallStatusCallback"] & Schemas["IncomingMessage"];

export const MESSAGES_PATH = "/messages";

/** Empty TwiML response, so that Twilio sends no reply to the person. */
const NO_REPLY = { status: 200, contentType: "text/xml", body: "<Response/>" };

/** Maximum files per message. Source: Message resource, "MediaUrl". */
const MAX_FILES = 10;
/**
 * Download timeout, in milliseconds. Twilio allows a webhook 15 s, including all retries. Source: Webhooks,
 * "Connection overrides".
 */
const FETCH_WITHIN_MS = 10_000;

/**
 * Maximum form size. The longest text has 1,600 characters, 19 KiB percent-encoded; ten file URLs follow.
 * Source: Message resource, "Body" and "MediaUrl".
 */
const MAX_BODY_BYTES = 64 * 1_024;

export function twilioCallbacks(connection: TwilioConnection, deps: CarrierDeps): CallbackReader {
  return {
    admit(head) {
      if (head.path !== STATUS_PATH && head.path !== MESSAGES_PATH) throw notFound("This route");
      if (head.headers["x-twilio-signature"] === undefined) throw forged();
      requireMediaType(head, "application/x-www-form-urlencoded");
      return { isAuthenticated: false, maxBodyBytes: MAX_BODY_BYTES };
    },
    async read(callback) {
      const form = signedForm(callback, connection.secrets.auth_token);
      return callback.path === STATUS_PATH
        ? { reports: reportsOf(form, deps.clock.now()), inbound: [] }
        : { reports: [], response: NO_REPLY, ...(await inboundOf(form, connection, deps)) };
    },
  };
}

const field = (form: URLSearchParams, name: keyof Posted): string | null => form.get(name) || null;

function required(form: URLSearchParams, name: keyof Posted): string {
  const value = field(form, name);
  if (value === null) throw validationFailed(`${name} is missing`, [{ field: name, message: "is missing" }]);
  return value;
}

function reportsOf(form: URLSearchParams, now: number): ReferenceReport[] {
  const code = field(form, "ErrorCode");
  if (form.has("CallSid")) {
    const reference = required(form, "CallSid");
    const end = callEnding(required(form, "CallStatus"), code ?? field(form, "SipResponseCode"));
    return end ? [{ reference, ...end, occurredAt: instantOf(field(form, "Timestamp"), now) }] : [];
  }
  const reference = required(form, "MessageSid");
  const end = messageEnding(required(form, "MessageStatus"), code);
  return end ? [{ reference, ...end, occurredAt: now }] : [];
}

/** Parses an RFC 2822 date. Returns `now` for a missing, invalid or future date. */
export function instantOf(date: string | null | undefined, now: number): number {
  const instant = Date.parse(date ?? "");
  return Number.isNaN(instant) ? now : Math.min(instant, now);
}

/**
 * Returns one item for the text and one per available file, and `failure` if a file is temporarily
 * unavailable. Omits an empty text if a file is available or temporarily unavailable.
 */
async function inboundOf(
  form: URLSearchParams,
  connection: TwilioConnection,
  { log }: CarrierDeps,
): Promise<Pick<Received, "inbound" | "failure">> {
  const [reference, sender, to] = [
    required(form, "MessageSid"),
    required(form, "From"),
    required(form, "To"),
  ];
  const from = sender.startsWith("+") ? normalizePhone(sender) : null;
  // Ignore a sender without a phone number, such as a short code: a person is identified by a phone number.
  if (from === null) return { inbound: [] };
  const files = callbackFiles(connection);
  const contents = await contentsOf(form, files, log);
  const text = form.get("Body") ?? "";
  const common = { kind: "message", channel: "sms", from, to, inReplyTo: null } as const;
  const items: AddressedInbound[] = contents.flatMap((content, index) =>
    // Twilio repeats a request with the same file order, so the index is a stable reference.
    content === null ? [] : [{ ...common, reference: `${reference}/${index}`, content }],
  );
  const { failure } = files;
  if (text === "" && (items.length > 0 || failure)) return { inbound: items, failure };
  const textItem = { ...common, ...consentOf(form), reference, content: { type: "text", text } } as const;
  return { inbound: [textItem, ...items], failure };
}

const callbackFiles = (connection: TwilioConnection) =>
  new CallbackFiles({
    connection: connection.name,
    carrierUrl: connection.settings.url,
    timeoutMs: FETCH_WITHIN_MS,
    // The credentials are not sent to the file store that Twilio redirects to.
    authorization: authorization(connection),
    // Twilio's retries end after 15 s, before an operator can fix the credentials, so 401 and 403 are final.
    isFinal: (status) => [401, 403, 404, 410].includes(status),
  });

/** Downloads the files. The array has null for an unavailable file. */
async function contentsOf(
  form: URLSearchParams,
  files: CallbackFiles,
  log: CarrierDeps["log"],
): Promise<(InboundContent | null)[]> {
  const count = Math.min(Number(field(form, "NumMedia") ?? 0) || 0, MAX_FILES);
  return Promise.all(
    Array.from({ length: Math.max(0, Math.trunc(count)) }, async (_, index) => {
      const file = await files.take(form.get(`MediaUrl${index}`) ?? "", log);
      const contentType = form.get(`MediaContentType${index}`) ?? "application/octet-stream";
      return file && { type: "file", contentType, filename: null, bytes: file.bytes };
    }),
  );
}

/** Returns the consent change that Twilio detected. Source: Advanced Opt-Out, "OptOutType". */
function consentOf(form: URLSearchParams): Pick<InboundMessage, "consent"> {
  const type = field(form, "OptOutType");
  if (type === "STOP") return { consent: "opt-out" };
  return type === "START" ? { consent: "opt-in" } : {};
}
