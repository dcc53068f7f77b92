import type { components } from "../../../generated/carriers/http";
import { normalizePhone } from "../../messaging/phone";
import { validationFailed } from "../../platform/problem";
import { type Instant, isTimestamp, parseTimestamp } from "../../platform/time";
import type { AddressedInbound, CarrierError, InboundContent, ReferenceReport } from "../carrier";
import type { Callback } from "../kind";

type Schemas = components["schemas"];

const STATUSES = ["delivered", "read", "undelivered", "expired"] as const;
/** Reports or replies of one request. */
const MOST = 1_000;
const MAX_REFERENCE = 255;
const MAX_FILE_BYTES = 10 * 1_024 * 1_024;

const isText = (value: unknown): value is string => typeof value === "string";
const wrong = (field: string, message: string) =>
  validationFailed("The callback does not fit the carrier contract", [{ field, message }]);

function items<T>({ body }: Pick<Callback, "body">, name: "reports" | "replies"): T[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString("utf8"));
  } catch {
    throw validationFailed("The body is not valid JSON");
  }
  const list = (parsed as Record<string, unknown> | null)?.[name];
  if (!Array.isArray(list)) throw wrong(name, "must be a list");
  if (list.length > MOST) throw wrong(name, `must have at most ${MOST} entries`);
  return list.map((item: unknown, index) => {
    if (typeof item === "object" && item !== null) return item as T;
    throw wrong(`${name}[${index}]`, "must be an object");
  });
}

export function readReports(callback: Callback, now: Instant): ReferenceReport[] {
  const reports = items<Partial<Schemas["Report"]>>(callback, "reports");
  reports.forEach(({ reference, status, occurred_at: at }, index) => {
    const field = (name: string) => `reports[${index}].${name}`;
    if (!isText(reference) || reference === "" || reference.length > MAX_REFERENCE) {
      throw wrong(field("reference"), `must have 1 to ${MAX_REFERENCE} characters`);
    }
    if (!STATUSES.some((one) => one === status)) {
      throw wrong(field("status"), `must be one of ${STATUSES.join(", ")}`);
    }
    if (at !== undefined && !(isText(at) && isTimestamp(at))) {
      throw wrong(field("occurred_at"), "must be an RFC 3339 instant such as 2026-01-31T12:00:00Z");
    }
  });
  return toReports(reports as Schemas["Report"][], now);
}

/** Reports as the service knows them. None has happened later than now. */
export const toReports = (reports: readonly Schemas["Report"][], now: Instant): ReferenceReport[] =>
  reports.map(({ reference, status, occurred_at: at, ...rest }) => ({
    ...{ reference, status },
    error: status === "delivered" || status === "read" ? null : errorOf(status, rest),
    occurredAt: at === undefined ? now : Math.min(parseTimestamp(at), now),
  }));

const errorOf = (
  status: "undelivered" | "expired",
  {
    code,
    message,
    lacks_channel: lacksChannel,
  }: Pick<Schemas["Report"], "code" | "message" | "lacks_channel">,
): CarrierError => ({
  code: status === "expired" ? "expired" : "undeliverable",
  message:
    message || (status === "expired" ? "not delivered within its validity" : "it could not be delivered"),
  carrierCode: code ?? null,
  ...(lacksChannel === true ? { lacksChannel } : {}),
});

export const readReplies = (callback: Callback): AddressedInbound[] =>
  items<Partial<Schemas["Reply"]>>(callback, "replies").map((reply, index) =>
    toInbound(reply, (name, message) => wrong(`replies[${index}].${name}`, message)),
  );

type Complaint = (field: string, message: string) => Error;

function toInbound(reply: Partial<Schemas["Reply"]>, complaint: Complaint): AddressedInbound {
  const { channel, type, to, reference, in_reply_to: inReplyTo } = reply;
  if (channel !== "sms" && channel !== "rcs" && channel !== "voice") {
    throw complaint("channel", "must be one of sms, rcs, voice");
  }
  const from = isText(reply.from) ? normalizePhone(reply.from) : null;
  if (from === null) throw complaint("from", "must be a valid phone number in E.164");
  if (!isText(to) || to === "") throw complaint("to", "must be the sender's address");
  const common = {
    ...{ from, to, inReplyTo: isText(inReplyTo) ? inReplyTo : null },
    reference: isText(reference) && reference !== "" ? reference.slice(0, MAX_REFERENCE) : null,
  };
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
      return {
        ...{ kind: "rcs-event", ...common, eventType: type },
        actionLabel: reply.text ?? null,
        postbackData: reply.postback_data ?? null,
      };
    default:
      throw complaint("type", "is not one that the carrier contract knows");
  }
}

function contentOf(
  type: "text" | "file" | "location" | "suggestion",
  { text, file, latitude, longitude, postback_data: postbackData }: Partial<Schemas["Reply"]>,
  complaint: Complaint,
): InboundContent {
  switch (type) {
    case "text":
      if (!isText(text)) throw complaint("text", "must be a text");
      return { type, text };
    case "suggestion":
      if (!isText(text)) throw complaint("text", "must be the label that was tapped");
      return { type, text, postbackData: postbackData ?? null };
    case "location":
      if (!isBetween(latitude, 90)) throw complaint("latitude", "must be a number from -90 to 90");
      if (!isBetween(longitude, 180)) throw complaint("longitude", "must be a number from -180 to 180");
      return { type, latitude, longitude };
    case "file": {
      if (!isText(file?.content_type)) throw complaint("file.content_type", "must be a content type");
      if (!isText(file.data)) throw complaint("file.data", "must be base64");
      const bytes = Buffer.from(file.data, "base64");
      if (bytes.length > MAX_FILE_BYTES)
        throw complaint("file.data", `must be at most ${MAX_FILE_BYTES} bytes`);
      return { type, contentType: file.content_type, filename: file.filename ?? null, bytes };
    }
  }
}

const isBetween = (value: unknown, most: number): value is number =>
  typeof value === "number" && Math.abs(value) <= most;
