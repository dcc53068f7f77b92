import type { components } from "../../../generated/carriers/google-rcs";
import { EXPIRY } from "../../messaging/expiry";
import { normalizePhone } from "../../messaging/phone";
import type { Instant } from "../../platform/time";
import type { AddressedInbound, InboundContent, InboundMessage, ReferenceReport } from "../carrier";
import { fieldsOf, isBetween, isObject } from "../untrusted";
import { PERSONS, REPORTS } from "./status-table";

type Schemas = components["schemas"];
type Sent = Partial<
  Record<keyof (Schemas["UserMessage"] & Schemas["UserEvent"] & Schemas["ServerEvent"]), unknown>
>;

interface RemoteFile {
  url: string;
  contentType: string;
  filename: string | null;
  sizeBytes: number | null;
}

type Envelope = Omit<InboundMessage, "accountId" | "content">;

/**
 * Meaning of a notification. A missing or future send time becomes now, because handset clocks may be wrong.
 */
export type Notification =
  | { kind: "report"; report: ReferenceReport }
  | { kind: "inbound"; item: AddressedInbound }
  | { kind: "file"; envelope: Envelope; file: RemoteFile; sentAt: Instant }
  /** Ignored notification; `what` names its kind for the log. */
  | { kind: "nothing"; what: string };

/** Parses the signed data of a notification. Google may omit or add fields. */
export function readNotification(data: unknown, now: Instant): Notification {
  if (!isObject(data)) return { kind: "nothing", what: "no object" };
  const sent = data as Sent;
  const eventType = text(sent.eventType);
  return eventType === null ? readMessage(sent, now) : readEvent(eventType, sent, now);
}

function readEvent(eventType: string, sent: Sent, now: Instant): Notification {
  const reference = text(sent.messageId);
  const status = ofTable(REPORTS, eventType);
  if (status !== undefined && reference !== null) {
    const error =
      status === "expired"
        ? ({
            code: "expired",
            message: `${EXPIRY.not_delivered}, and revoked`,
            carrierCode: eventType,
          } as const)
        : null;
    return { kind: "report", report: { reference, status, error, occurredAt: sentAt(sent, now) } };
  }
  const mappedType = ofTable(PERSONS, eventType);
  const parties = partiesOf(sent);
  if (mappedType === undefined || parties === null) return { kind: "nothing", what: eventType.slice(0, 64) };
  const item: AddressedInbound = {
    kind: "rcs-event",
    ...parties,
    inReplyTo: null,
    reference: text(sent.eventId),
    eventType: mappedType,
    actionLabel: null,
    postbackData: null,
  };
  return { kind: "inbound", item };
}

function readMessage(sent: Sent, now: Instant): Notification {
  const parties = partiesOf(sent);
  if (parties === null) return { kind: "nothing", what: "no message of a person to an agent" };
  const common = { ...parties, inReplyTo: null, reference: text(sent.messageId) };
  const tapped = fieldsOf(sent.suggestionResponse);
  if (text(tapped.type) === "ACTION") {
    const [actionLabel, postbackData] = [text(tapped.text), text(tapped.postbackData)];
    return {
      kind: "inbound",
      item: { kind: "rcs-event", ...common, eventType: "action", actionLabel, postbackData },
    };
  }
  const envelope: Envelope = { kind: "message", channel: "rcs", ...common };
  const file = remoteFile(sent.userFile);
  if (file !== null) return { kind: "file", envelope, file, sentAt: sentAt(sent, now) };
  const content = contentOf(sent);
  if (content === null) return { kind: "nothing", what: "a message of a kind that is not known" };
  return { kind: "inbound", item: { ...envelope, content } };
}

/**
 * Returns the content of a message; null for an unknown kind. A suggestion response without a type counts as
 * a reply.
 */
function contentOf(sent: Sent): InboundContent | null {
  const body = text(sent.text);
  if (body !== null) return { type: "text", text: body };
  const tapped = sent.suggestionResponse;
  if (isObject(tapped)) {
    const postbackData = text(tapped.postbackData);
    return { type: "suggestion", text: text(tapped.text) ?? postbackData ?? "", postbackData };
  }
  if (!isObject(sent.location)) return null;
  // Protobuf's JSON may omit a number that equals zero.
  const { latitude = 0, longitude = 0 } = sent.location;
  const isPlace = isBetween(latitude, 90) && isBetween(longitude, 180);
  return isPlace ? { type: "location", latitude, longitude } : null;
}

function remoteFile(userFile: unknown): RemoteFile | null {
  const payload = fieldsOf(fieldsOf(userFile).payload);
  const url = text(payload.fileUri);
  if (url === null) return null;
  const contentType = text(payload.mimeType) ?? "";
  return {
    url,
    contentType: /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(contentType)
      ? contentType
      : "application/octet-stream",
    filename: text(payload.fileName),
    // Protobuf's JSON encodes 64-bit integers as strings.
    sizeBytes: Number.isFinite(Number(payload.fileSizeBytes ?? NaN)) ? Number(payload.fileSizeBytes) : null,
  };
}

function partiesOf(sent: Sent): { from: string; to: string } | null {
  const to = text(sent.agentId);
  const from = normalizePhone(text(sent.senderPhoneNumber) ?? "");
  return from === null || to === null ? null : { from, to };
}

function sentAt({ sendTime }: Sent, now: Instant): Instant {
  const instant = Date.parse(text(sendTime) ?? "");
  return instant >= 0 && instant <= now ? instant : now;
}

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

const ofTable = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
