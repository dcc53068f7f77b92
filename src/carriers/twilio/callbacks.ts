import type { components } from "../../../generated/carriers/twilio";
import { normalizePhone } from "../../messaging/phone";
import { notFound, validationFailed } from "../../platform/problem";
import { requireMediaType } from "../callback-checks";
import type { AddressedInbound, InboundContent, InboundMessage, ReferenceReport } from "../carrier";
import { type FetchRules, takeInboundFile } from "../inbound-file";
import type { CallbackReader, CarrierDeps } from "../kind";
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
/** Download timeout, in milliseconds. Twilio allows a webhook 15 s (Webhooks, "Connection overrides"). */
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
      requireMediaType(head, "application/x-www-form-urlencoded");
      return { isAuthenticated: false, maxBodyBytes: MAX_BODY_BYTES };
    },
    async read(callback) {
      const form = signedForm(callback, connection.secrets.auth_token);
      return callback.path === STATUS_PATH
        ? { reports: reportsOf(form, deps.clock.now()), inbound: [] }
        : { reports: [], inbound: await inboundOf(form, connection, deps), response: NO_REPLY };
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

/** Returns one item for the text and one per file. The text is omitted if it is empty and a file exists. */
async function inboundOf(
  form: URLSearchParams,
  connection: TwilioConnection,
  { log }: CarrierDeps,
): Promise<AddressedInbound[]> {
  const [reference, sender, to] = [
    required(form, "MessageSid"),
    required(form, "From"),
    required(form, "To"),
  ];
  const from = sender.startsWith("+") ? normalizePhone(sender) : null;
  // A sender without a phone number, such as a short code, cannot receive an SMS reply.
  if (from === null) return [];
  const files = await filesOf(form, connection, log);
  const text = form.get("Body") ?? "";
  const common = { kind: "message", channel: "sms", from, to, inReplyTo: null } as const;
  const items: AddressedInbound[] = files.flatMap((content, index) =>
    // Twilio repeats a request with the same file order, so the index is a stable reference.
    content === null ? [] : [{ ...common, reference: `${reference}/${index}`, content }],
  );
  if (text === "" && items.length > 0) return items;
  return [{ ...common, ...consentOf(form), reference, content: { type: "text", text } }, ...items];
}

/** Downloads the files. The array has null for a file that is permanently unavailable. */
async function filesOf(
  form: URLSearchParams,
  connection: TwilioConnection,
  log: CarrierDeps["log"],
): Promise<(InboundContent | null)[]> {
  const rules: FetchRules = {
    carrierUrl: connection.settings.url,
    timeoutMs: FETCH_WITHIN_MS,
    // `takeInboundFile` does not send the credentials to the file store that Twilio redirects to.
    authorization: authorization(connection),
    // Other statuses mean a problem that the operator can fix, so Twilio must retry.
    isFinal: (status) => status === 404 || status === 410,
  };
  const count = Math.min(Number(field(form, "NumMedia") ?? 0) || 0, MAX_FILES);
  return Promise.all(
    Array.from({ length: Math.max(0, Math.trunc(count)) }, async (_, index) => {
      const file = await takeInboundFile(form.get(`MediaUrl${index}`) ?? "", rules, { log });
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
