import type { components } from "../../../generated/carriers/twilio";
import { normalizePhone } from "../../messaging/phone";
import { notFound, validationFailed } from "../../platform/problem";
import { requireMediaType } from "../callback-head";
import type { AddressedInbound, InboundContent, InboundMessage, ReferenceReport } from "../carrier";
import { type FetchRules, takeInboundFile } from "../inbound-file";
import type { CallbackReader, CarrierParts } from "../kind";
import { authorization, type TwilioConnection } from "./api";
import { STATUS_PATH } from "./requests";
import { signedForm } from "./signature";
import { callEnding, messageEnding } from "./status-table";

type Schemas = components["schemas"];
type Posted = Schemas["MessageStatusCallback"] & Schemas["CallStatusCallback"] & Schemas["IncomingMessage"];

export const MESSAGES_PATH = "/messages";

/** Says that nothing is to be written back. */
const NO_REPLY = { status: 200, contentType: "text/xml", body: "<Response/>" };

/** Source: Message resource, "MediaUrl": ten at most. */
const MOST_FILES = 10;
/** All files of a message are fetched at once: Twilio gives a webhook 15 seconds. Source: Webhooks, "Connection overrides". */
const FETCH_WITHIN_MS = 10_000;

/**
 * A form of one message or call. The longest text has 1,600 characters, which take 19 KiB percent-encoded, beside ten
 * addresses of files. Source: Message resource, "Body" and "MediaUrl".
 */
const MAX_BODY_BYTES = 64 * 1_024;

export function twilioCallbacks(connection: TwilioConnection, parts: CarrierParts): CallbackReader {
  return {
    admit(head) {
      if (head.path !== STATUS_PATH && head.path !== MESSAGES_PATH) throw notFound("This route");
      requireMediaType(head, "application/x-www-form-urlencoded");
      return { isAuthenticated: false, maxBodyBytes: MAX_BODY_BYTES };
    },
    async read(callback) {
      const form = signedForm(callback, connection.secrets.auth_token);
      return callback.path === STATUS_PATH
        ? { reports: reportsOf(form, parts.clock.now()), inbound: [] }
        : { reports: [], inbound: await inboundOf(form, connection, parts), answer: NO_REPLY };
    },
  };
}

const field = (form: URLSearchParams, name: keyof Posted): string | null => form.get(name) || null;

function required(form: URLSearchParams, name: keyof Posted): string {
  const value = field(form, name);
  if (value === null) throw validationFailed(`${name} is missing`, [{ field: name, message: "is missing" }]);
  return value;
}

/** Of a message or a call, whichever it is. */
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

/** An RFC 2822 date; now, where there is none or it has yet to come. */
export function instantOf(date: string | null | undefined, now: number): number {
  const instant = Date.parse(date ?? "");
  return Number.isNaN(instant) ? now : Math.min(instant, now);
}

/** What a person wrote, then the files, each an item of its own. */
async function inboundOf(
  form: URLSearchParams,
  connection: TwilioConnection,
  { log }: CarrierParts,
): Promise<AddressedInbound[]> {
  const [reference, sender, to] = [
    required(form, "MessageSid"),
    required(form, "From"),
    required(form, "To"),
  ];
  const from = sender.startsWith("+") ? normalizePhone(sender) : null;
  // A short code, a name or another channel's address: nobody whom one could answer by SMS.
  if (from === null) return [];
  const files = await filesOf(form, connection, log);
  const text = form.get("Body") ?? "";
  const common = { kind: "message", channel: "sms", from, to, inReplyTo: null } as const;
  const items: AddressedInbound[] = files.flatMap((content, index) =>
    // By its place, which is the same when Twilio posts the message again.
    content === null ? [] : [{ ...common, reference: `${reference}/${index}`, content }],
  );
  if (text === "" && items.length > 0) return items;
  return [{ ...common, ...consentOf(form), reference, content: { type: "text", text } }, ...items];
}

/** In order; null for one that never will be had. */
async function filesOf(
  form: URLSearchParams,
  connection: TwilioConnection,
  log: CarrierParts["log"],
): Promise<(InboundContent | null)[]> {
  const rules: FetchRules = {
    carrierUrl: connection.settings.url,
    timeoutMs: FETCH_WITHIN_MS,
    // Twilio's API answers with the address of a store.
    authorization: authorization(connection),
    // Any other answer is about the credentials or the account, which the operator can mend.
    isFinal: (status) => status === 404 || status === 410,
  };
  const count = Math.min(Number(field(form, "NumMedia") ?? 0) || 0, MOST_FILES);
  return Promise.all(
    Array.from({ length: Math.max(0, Math.trunc(count)) }, async (_, index) => {
      const file = await takeInboundFile(form.get(`MediaUrl${index}`) ?? "", rules, { log });
      const contentType = form.get(`MediaContentType${index}`) ?? "application/octet-stream";
      return file && { type: "file", contentType, filename: null, bytes: file.bytes };
    }),
  );
}

/** Twilio's own keywords are more and other ones than ours. Source: Advanced Opt-Out, "OptOutType". */
function consentOf(form: URLSearchParams): Pick<InboundMessage, "consent"> {
  const type = field(form, "OptOutType");
  if (type === "STOP") return { consent: "opt-out" };
  return type === "START" ? { consent: "opt-in" } : {};
}
