import { limits } from "../../../generated/server/values";
import { lineType } from "../../messaging/phone";
import {
  checkRendered,
  type CompiledContent,
  type Content,
  plainText,
  type Rendered,
  type RenderedProblem,
} from "../../messaging/content";
import { contactValue, valueIn } from "../../messaging/variable-names";
import { foldForSearch } from "../../platform/search-text";
import { shortened } from "../../platform/text";
import type { Channel } from "../../messaging/channel";
import type { ContentSupport, NamedFiles } from "../../carriers/kind";
import type { Sender } from "../senders/sender";
import type { MessageError, MessageErrorCode } from "./message";
import type { KnownContact } from "../contact-lists/known-contacts.store";
import { type SmsSegments, smsSegments } from "../../messaging/segments";

export interface MessageRecipient {
  /** E.164 */
  to: string;
  variables: Readonly<Record<string, string>> | undefined;
  contact: KnownContact | undefined;
}

/** What all messages of one send have in common. */
export interface RenderingContext {
  channel: Channel;
  content: CompiledContent;
  hasSender: boolean;
  /** The sender that was chosen is the one that is missing, and not the channel's default. */
  senderRemoved?: boolean;
  mediaAvailable: boolean;
  /** Why the carrier has no way to say the content, where a message of its own tells so. */
  unsupportedContent?: string | null;
  /** Values of contacts are not to be seen: their placeholders stay. */
  hidesContacts?: boolean;
  /** Set for sends to many; each text is counted by itself without it. */
  segmentsOf?: (text: string) => SmsSegments;
}

/**
 * What the sender's carrier has no way to say; null where it takes all of it. For messages that nobody is there to be
 * refused: each tells it by itself, rather than that it goes out as something else.
 */
export function whyUnsupported(
  connections: ContentSupport,
  { channel, content, files }: { channel: Channel; content: Content; files: NamedFiles },
  sender: Pick<Sender, "carrier"> | null,
): string | null {
  const found = sender && connections.unsupportedContent(sender.carrier, channel, content, files);
  return (
    found && `the carrier ${sender.carrier} cannot send this content: its ${found.field} ${found.message}`
  );
}

export interface RenderedMessage {
  status: "pending" | "blocked" | "error";
  error: MessageError | null;
  content: Content | null;
  /** Of an SMS whose content could be rendered. */
  sms: SmsSegments | null;
}

/** Returns a variable's value: the recipient's own, else the contact's. */
function valueOf(
  { variables, contact }: MessageRecipient,
  name: string,
  hidesContacts: boolean | undefined,
): string | undefined {
  const given = valueIn(variables, name);
  if (given !== undefined || !contact) return given;
  const stored = contactValue(contact, name);
  return stored !== undefined && hidesContacts ? `{{${name}}}` : stored;
}

/** As much as the contract lets an error say. */
const MAX_ERROR_MESSAGE = limits.MessageError.message.maxLength;

const failed = (code: MessageErrorCode, message: string): MessageError => ({
  code,
  message: shortened(message, MAX_ERROR_MESSAGE),
  carrier_code: null,
});

/** Counts segments, once for neighbours that share their text, as they do without placeholders. */
export function segmentCounter(): (text: string) => SmsSegments {
  let last: { text: string; segments: SmsSegments } | undefined;
  return (text) => {
    if (text !== last?.text) last = { text, segments: smsSegments(text) };
    return last.segments;
  };
}

/** Contents that are rendered and written at a time, in bytes as `measureMessage` tells them. */
export const SLICE_CONTENT = 1024 * 1024;

/** What the content for one recipient comes to, in bytes of JSON as it is kept: none where it is not kept. */
export function measureMessage(
  { content, hidesContacts }: RenderingContext,
  recipient: MessageRecipient,
): number {
  const size = content.measure((name) => valueOf(recipient, name, hidesContacts));
  return "bytes" in size ? size.bytes : 0;
}

/**
 * What a message to one recipient begins as. Suppression is looked at first, so that `blocked` wins over every error;
 * of several errors the first in the order of `MessageErrorCode` is told, but for content that is too long: such is
 * neither rendered nor kept.
 */
export function renderMessage(common: RenderingContext, recipient: MessageRecipient): RenderedMessage {
  const { channel, segmentsOf = smsSegments } = common;
  const rendered = common.content.render((name) => valueOf(recipient, name, common.hidesContacts));
  const unfit = problemOf(channel, rendered);
  const content = "content" in rendered && unfit?.code !== "content_too_long" ? rendered.content : null;
  const sms = channel === "sms" && content?.type === "text" ? segmentsOf(content.text) : null;
  if (recipient.contact?.suppressed) return { status: "blocked", error: null, content, sms };
  const error = errorOf(common, recipient, unfit);
  return { status: error === null ? "pending" : "error", error, content, sms };
}

function problemOf(channel: Channel, rendered: Rendered): RenderedProblem | null {
  if ("content" in rendered) return checkRendered(channel, rendered.content);
  return "missing" in rendered
    ? { code: "missing_variable", message: `no value for ${rendered.missing.join(", ")}` }
    : { code: "content_too_long", message: rendered.tooLong };
}

function errorOf(
  { channel, hasSender, senderRemoved, mediaAvailable, unsupportedContent }: RenderingContext,
  { to }: MessageRecipient,
  unfit: RenderedProblem | null,
): MessageError | null {
  if (senderRemoved) return failed("no_sender", "the campaign's sender was removed");
  if (!hasSender) return failed("no_sender", `no sender is set up for the channel ${channel}`);
  if (!mediaAvailable)
    return failed("media_unavailable", "a file of the content is not there or not uploaded");
  if (unfit) return failed(unfit.code, unfit.message);
  if (channel !== "voice" && lineType(to) === "fixed") {
    return failed("landline", `a fixed line takes no ${channel.toUpperCase()}`);
  }
  if (unsupportedContent) return failed("carrier_rejected", unsupportedContent);
  return null;
}

/** What a search looks at besides the number: a line break and the text, folded. */
export const searchOfContent = (content: Content) => `\n${foldForSearch(plainText(content))}`;
