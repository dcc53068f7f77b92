import type { Logger } from "pino";
import { CHANNELS, type Channel } from "../../messaging/channel";
import { validationFailed } from "../../platform/problem";
import { isTimestamp, parseTimestamp, type Clock, type Instant } from "../../platform/time";
import { requireCallbackToken, requireMediaType } from "../callback-checks";
import type { AddressedInbound, InboundContent, ReferenceReport } from "../carrier";
import { CallbackFiles } from "../inbound-file";
import type { CallbackReader, CarrierDeps, Received } from "../kind";
import { personOf, senderOf } from "./addresses";
import type { Schemas, ZenviaConnection } from "./client";
import { readEvent } from "./callback-events";
import { CLICKED, verdictOf } from "./status-table";

type Event = Schemas["Event"];

/** Path of callbacks, below the connection's URL and token. */
export const EVENTS_PATH = "/events";

/** Maximum body size. An event contains one message or status as JSON; files are only URLs. */
const MAX_BODY_BYTES = 256 * 1_024;

/** Download timeout, in milliseconds. Zenvia waits five seconds ("Webhook (quality) status handling"). */
const FETCH_WITHIN_MS = 3_500;

/**
 * Response to every callback. Zenvia documents only 200 as success
 * (`components.callbacks.subscription-event`).
 */
const response = { status: 200 };

const NOTHING: Received = { reports: [], inbound: [], response };

/** Returns the reader of Zenvia's callbacks, which a URL token authenticates instead of a signature. */
export function zenviaCallbacks(connection: ZenviaConnection, { clock, log }: CarrierDeps): CallbackReader {
  const { name, settings } = connection;
  const rules = { connection: name, carrierUrl: settings.url, timeoutMs: FETCH_WITHIN_MS };
  return {
    admit(head) {
      requireCallbackToken(head, connection);
      requireMediaType(head, "application/json");
      return { isAuthenticated: true, maxBodyBytes: MAX_BODY_BYTES };
    },
    async read({ body }) {
      const event = readEvent(body);
      const named = event.channel ?? event.message?.channel ?? event.messageStatus?.channel;
      const channel = CHANNELS.find((one) => one === named?.toLowerCase()) ?? null;
      if (named !== undefined && channel === null) return NOTHING;
      const direction = event.message?.direction ?? event.direction;
      if (event.type === "MESSAGE" && direction !== "OUT") {
        return received(event, channel, new CallbackFiles(rules), log);
      }
      if (event.type !== "MESSAGE_STATUS" || direction === "IN") return NOTHING;
      return event.messageStatus?.code === CLICKED
        ? clicked(event, channel)
        : reported(event, channel, clock);
    },
  };
}

function reported(event: Event, channel: Channel | null, clock: Clock): Received {
  const reference = event.message?.id ?? event.messageId;
  const { messageStatus } = event;
  if (!reference || !messageStatus?.code) {
    throw validationFailed("a MESSAGE_STATUS needs the id of its message and a code");
  }
  const verdict = verdictOf(channel, messageStatus);
  if (verdict === null) return NOTHING;
  const now = clock.now();
  const occurredAt = Math.min(instantOf(messageStatus.timestamp) ?? instantOf(event.timestamp) ?? now, now);
  const report: ReferenceReport = { reference, ...verdict, occurredAt };
  return { reports: [report], inbound: [], response };
}

const instantOf = (timestamp: string | undefined): Instant | null =>
  timestamp !== undefined && isTimestamp(timestamp) ? parseTimestamp(timestamp) : null;

/**
 * Returns the event of a tapped suggestion, without the label, which Zenvia omits. Returns no event for a
 * reply, because Zenvia also reports it as a message.
 */
function clicked({ id, message, messageStatus }: Event, channel: Channel | null): Received {
  const from = personOf(message?.to);
  const to = senderOf("rcs", message?.from);
  const button = messageStatus?.context?.button;
  if (channel !== "rcs" || from === null || to === null || button?.type === "text") return NOTHING;
  const event: AddressedInbound = {
    kind: "rcs-event",
    eventType: "action",
    from,
    to,
    inReplyTo: message?.id ?? null,
    reference: id ?? null,
    actionLabel: null,
    postbackData: button?.payload ?? null,
  };
  return { reports: [], inbound: [event], response };
}

async function received(
  event: Event,
  channel: Channel | null,
  files: CallbackFiles,
  log: Logger,
): Promise<Received> {
  const { message } = event;
  if (channel === null) return NOTHING;
  const from = personOf(message?.from);
  const to = senderOf(channel, message?.to);
  if (!message || from === null || to === null) return NOTHING;
  const contents = await Promise.all(
    (message.contents ?? []).map((content) =>
      contentsOf(content, channel, files, log.child({ event: event.id })),
    ),
  );
  const { failure } = files;
  // Without a message id, a repetition of the event would store available contents again, so store none now.
  if (failure && !message.id) throw failure;
  const common = { kind: "message", channel, from, to, inReplyTo: message.idRef || null } as const;
  const inbound = contents.flat().flatMap((content, index): AddressedInbound[] => {
    // The index counts unavailable files, so that the references of a repeated event are the same.
    const reference = message.id ? (index === 0 ? message.id : `${message.id}:${index}`) : null;
    return content === null ? [] : [{ ...common, reference, content }];
  });
  return { reports: [], inbound, response, failure };
}

/**
 * Converts one content of a message. An unsupported type gives no item; a file with a caption gives two, with
 * null for an unavailable file.
 */
async function contentsOf(
  content: Schemas["InboundContent"],
  channel: Channel,
  files: CallbackFiles,
  log: Logger,
): Promise<(InboundContent | null)[]> {
  switch (content.type) {
    case "text": {
      const { text, payload } = content;
      if (text === undefined) return [];
      return channel === "rcs" && payload !== undefined
        ? [{ type: "suggestion", text, postbackData: payload }]
        : [{ type: "text", text }];
    }
    case "location": {
      const { latitude = NaN, longitude = NaN } = content;
      if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return [];
      return [{ type: "location", latitude, longitude }];
    }
    case "file": {
      const file = await fileOf(content, files, log);
      const caption = content.fileCaption ? [{ type: "text" as const, text: content.fileCaption }] : [];
      return [file, ...caption];
    }
    default:
      log.warn({ content: content.type }, "ignored inbound content of an unsupported type");
      return [];
  }
}

/** Downloads a file. Logs and returns null if the file is unavailable. */
async function fileOf(
  { fileUrl, fileMimeType, fileName, status }: Schemas["InboundContent"],
  files: CallbackFiles,
  log: Logger,
): Promise<InboundContent | null> {
  if (fileUrl === undefined || status === "REJECTED") {
    log.warn("Zenvia did not store an inbound file");
    return null;
  }
  const file = await files.take(fileUrl, log);
  return (
    file && {
      type: "file",
      contentType: fileMimeType ?? file.contentType ?? "application/octet-stream",
      filename: fileName ?? null,
      bytes: file.bytes,
    }
  );
}
