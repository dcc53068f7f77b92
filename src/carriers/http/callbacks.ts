import type { Logger } from "pino";
import type { components } from "../../../generated/carriers/http";
import { EXPIRY } from "../../messaging/expiry";
import { normalizePhone } from "../../messaging/phone";
import { validationFailed } from "../../platform/problem";
import { type Instant, isTimestamp, parseTimestamp } from "../../platform/time";
import { parseJson } from "../callback-checks";
import type { AddressedInbound, CarrierError, InboundContent, ReferenceReport } from "../carrier";
import type { Callback, CarrierDeps } from "../kind";
import { codeOf, fieldsOf, isBetween, isObject, isReference } from "../untrusted";

type Schemas = components["schemas"];

const STATUSES = ["delivered", "read", "undelivered", "expired"] as const;
/** Minimum and maximum number of entries per request. Source: the carrier contract. */
const ENTRIES = { reports: [0, 1_000], replies: [1, 100] } as const;
const MAX_FILE_BYTES = 10 * 1_024 * 1_024;
/** Base64 (RFC 4648, 4). White space is allowed because many encoders wrap lines. */
const BASE64 = /^[A-Za-z0-9+/\s]*(?:=\s*){0,2}$/;
const A_REFERENCE = "must be a text of 1 to 255 characters";

/** Posted fields with the names of T's fields. The types of the values are not yet validated. */
type Given<T> = Readonly<Partial<Record<keyof T, unknown>>>;
type Complaint = (field: string, message: string) => Error;

const isText = (value: unknown): value is string => typeof value === "string";
const wrong = (field: string, message: string) =>
  validationFailed("The callback does not fit the carrier contract", [{ field, message }]);

/**
 * Returns a text; null if absent or empty. Throws for another type. The store truncates a text that is too
 * long.
 */
function optionalText(value: unknown, field: string, complaint: Complaint): string | null {
  if (value === undefined || value === null || value === "") return null;
  if (!isText(value)) throw complaint(field, "must be a text");
  return value;
}

function optionalReference(value: unknown, field: string, complaint: Complaint): string | null {
  if (value === undefined || value === null || value === "") return null;
  if (!isReference(value)) throw complaint(field, A_REFERENCE);
  return value;
}

function entriesOf<T>(
  { body }: Pick<Callback, "body">,
  name: keyof typeof ENTRIES,
  read: (entry: Readonly<Record<string, unknown>>, complaint: Complaint) => T,
): T[] {
  const list = fieldsOf(parseJson(body))[name];
  if (!Array.isArray(list)) throw wrong(name, "must be a list");
  const [min, max] = ENTRIES[name];
  if (list.length < min || list.length > max)
    throw wrong(name, `must have ${min} to ${max} entries, not ${list.length}`);
  return list.map((entry: unknown, index) => {
    if (!isObject(entry)) throw wrong(`${name}[${index}]`, "must be an object");
    return read(entry, (field, message) => wrong(`${name}[${index}].${field}`, message));
  });
}

export const readReports = (callback: Callback, now: Instant): ReferenceReport[] =>
  entriesOf(callback, "reports", (report, complaint) => toReport(report, now, complaint));

/** Returns the delivery reports in a status query response. Logs and skips invalid reports. */
export function reportsAmong(
  body: unknown,
  { clock, log }: Pick<CarrierDeps, "clock" | "log">,
): ReferenceReport[] {
  const { reports } = fieldsOf(body);
  return (Array.isArray(reports) ? (reports as unknown[]) : []).flatMap((given, index) => {
    try {
      return toReport(fieldsOf(given), clock.now(), (field, message) =>
        wrong(`reports[${index}].${field}`, message),
      );
    } catch (error) {
      log.warn({ err: error }, "ignored an invalid report in a response to a status query");
      return [];
    }
  });
}

/** Converts a posted report. A missing or future `occurred_at` becomes `now`. */
function toReport(given: Given<Schemas["Report"]>, now: Instant, complaint: Complaint): ReferenceReport {
  const { reference, occurred_at: at } = given;
  if (!isReference(reference)) throw complaint("reference", A_REFERENCE);
  const status = STATUSES.find((one) => one === given.status);
  if (status === undefined) throw complaint("status", `must be one of ${STATUSES.join(", ")}`);
  if (at !== undefined && at !== null && !(isText(at) && isTimestamp(at))) {
    throw complaint("occurred_at", "must be an RFC 3339 instant such as 2026-01-31T12:00:00Z");
  }
  const error = errorOf(given, status, complaint);
  return {
    reference,
    status,
    error: status === "delivered" || status === "read" ? null : error,
    occurredAt: isText(at) ? Math.min(parseTimestamp(at), now) : now,
  };
}

function errorOf(
  { code, message, lacks_channel: lacksChannel }: Given<Schemas["Report"]>,
  status: (typeof STATUSES)[number],
  complaint: Complaint,
): CarrierError {
  const isOver = status === "expired";
  const words = optionalText(message, "message", complaint);
  return {
    code: isOver ? "expired" : "undeliverable",
    message: words ?? (isOver ? EXPIRY.not_delivered : "it could not be delivered"),
    // Many carriers send numeric codes, which `codeOf` converts to text.
    carrierCode: codeOf(code) ?? optionalText(code, "code", complaint),
    ...(lacksChannel === true ? { lacksChannel } : {}),
  };
}

/** Returns the replies from people. Logs and skips replies from short codes and other services. */
export const readReplies = (callback: Callback, { log }: Pick<CarrierDeps, "log">): AddressedInbound[] =>
  entriesOf(callback, "replies", (reply, complaint) => toInbound(reply, complaint, log)).filter(
    (one) => one !== null,
  );

/** Converts a posted reply. Returns null for a sender without a valid phone number, who is not a person. */
function toInbound(
  reply: Given<Schemas["Reply"]>,
  complaint: Complaint,
  log: Logger,
): AddressedInbound | null {
  const { channel, type, to } = reply;
  if (channel !== "sms" && channel !== "rcs" && channel !== "voice") {
    throw complaint("channel", "must be one of sms, rcs, voice");
  }
  if (!isText(reply.from) || reply.from === "") throw complaint("from", "must be a phone number in E.164");
  if (!isReference(to)) throw complaint("to", "must be the sender's address, of 1 to 255 characters");
  const inReplyTo = optionalReference(reply.in_reply_to, "in_reply_to", complaint);
  const reference = optionalReference(reply.reference, "reference", complaint);
  const from = normalizePhone(reply.from);
  if (from === null) {
    log.warn({ reference }, "ignored a reply without a valid phone number as its sender");
    return null;
  }
  const common = { from, to, inReplyTo, reference };
  switch (type) {
    case "text":
    case "file":
    case "location":
    case "suggestion":
      return { kind: "message", channel, ...common, content: contentOf(type, reply, complaint) };
    case "action":
    case "typing":
    case "subscribe":
    case "unsubscribe":
      if (channel !== "rcs") throw complaint("type", "is an event of RCS, so `channel` must be rcs");
      return {
        kind: "rcs-event",
        ...common,
        eventType: type,
        actionLabel: optionalText(reply.text, "text", complaint),
        postbackData: optionalText(reply.postback_data, "postback_data", complaint),
      };
    default:
      throw complaint("type", "is not a value of the carrier contract");
  }
}

function contentOf(
  type: "text" | "file" | "location" | "suggestion",
  { text, file, latitude, longitude, postback_data: postbackData }: Given<Schemas["Reply"]>,
  complaint: Complaint,
): InboundContent {
  switch (type) {
    case "text":
      if (!isText(text)) throw complaint("text", "must be a text");
      return { type, text };
    case "suggestion":
      if (!isText(text)) throw complaint("text", "must be the label that was tapped");
      return { type, text, postbackData: optionalText(postbackData, "postback_data", complaint) };
    case "location":
      if (!isBetween(latitude, 90)) throw complaint("latitude", "must be a number from -90 to 90");
      if (!isBetween(longitude, 180)) throw complaint("longitude", "must be a number from -180 to 180");
      return { type, latitude, longitude };
    case "file": {
      if (!isObject(file)) throw complaint("file", "must be an object");
      const { content_type: contentType, data } = file;
      if (!isText(contentType)) throw complaint("file.content_type", "must be a content type");
      if (!isText(data) || !BASE64.test(data)) throw complaint("file.data", "must be base64");
      const bytes = Buffer.from(data, "base64");
      if (bytes.length > MAX_FILE_BYTES)
        throw complaint("file.data", `must be at most ${MAX_FILE_BYTES} bytes`);
      return { type, contentType, filename: optionalText(file.filename, "file.filename", complaint), bytes };
    }
  }
}
