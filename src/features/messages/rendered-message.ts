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
import type { ConsentCheck } from "../consents/states.store";
import type { BlockReason } from "../../messaging/block-reason";
import type { Channel } from "../../messaging/channel";
import type { ContentSupport, NamedFiles } from "../../carriers/kind";
import type { Sender } from "../senders/sender";
import type { MessageError, MessageErrorCode } from "./message";
import type { KnownContact } from "../contact-lists/known-contacts.store";
import { type SmsSegments, smsSegments } from "../../messaging/segments";

export interface MessageRecipient {
  /** Number in E.164. */
  to: string;
  variables: Readonly<Record<string, string>> | undefined;
  contact: KnownContact | undefined;
}

export interface RenderingContext {
  channel: Channel;
  content: CompiledContent;
  hasSender: boolean;
  /** Whether the chosen sender was removed. False if none was chosen, even if the channel has no default. */
  senderRemoved?: boolean;
  mediaAvailable: boolean;
  /** Returns why the carrier cannot send a rendered content, or null (`unsupportedCheck`). */
  whyUnsupported?: (rendered: Content) => string | null;
  /** Whether to keep placeholders instead of showing values of contacts. */
  hidesContacts?: boolean;
  /** Returns why the consents of a number block its message, or null. Absent if consents do not matter. */
  consentOf?: ConsentCheck;
  /** Segment counter that the messages share, see `segmentCounter`. Default: `smsSegments`. */
  segmentsOf?: (text: string) => SmsSegments;
}

/**
 * Returns a check that returns why the sender's carrier cannot send a rendered content, or null. Values and
 * transliteration change the length of a content, so each message records the reason as its error. The check
 * checks successive identical contents once.
 */
export function unsupportedCheck(
  connections: ContentSupport,
  { channel, files }: { channel: Channel; files: NamedFiles },
  sender: Pick<Sender, "carrier"> | null,
): (rendered: Content) => string | null {
  let last: { content: Content; why: string | null } | undefined;
  return (content) => {
    if (content === last?.content) return last.why;
    const found = sender && connections.unsupportedContent(sender.carrier, channel, content, files);
    const why =
      found && `the carrier ${sender.carrier} cannot send this content: its ${found.field} ${found.message}`;
    last = { content, why };
    return why;
  };
}

export interface RenderedMessage {
  status: "pending" | "blocked" | "error";
  error: MessageError | null;
  blockReason: BlockReason | null;
  content: Content | null;
  sms: SmsSegments | null;
  /** Number of segments of an SMS before its transliteration; absent unless the content requests GSM-7. */
  segmentsAsWritten?: number;
}

/**
 * Returns the recipient's value, or else the contact's; undefined if neither exists. `hidesContacts` replaces
 * the contact's value with the placeholder.
 */
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

const MAX_ERROR_MESSAGE = limits.MessageError.message.maxLength;

const failed = (code: MessageErrorCode, message: string): MessageError => ({
  code,
  message: shortened(message, MAX_ERROR_MESSAGE),
  carrier_code: null,
});

/** Returns a segment counter that counts successive equal texts once. */
export function segmentCounter(): (text: string) => SmsSegments {
  let last: { text: string; segments: SmsSegments } | undefined;
  return (text) => {
    if (text !== last?.text) last = { text, segments: smsSegments(text) };
    return last.segments;
  };
}

/** Approximate size of the contents that are rendered and written at a time, in bytes of stored JSON. */
export const SLICE_CONTENT = 1024 * 1024;

/** Returns the size of a recipient's content, in bytes of stored JSON; 0 if the content is not stored. */
export function measureMessage(
  { content, hidesContacts }: RenderingContext,
  recipient: MessageRecipient,
): number {
  const size = content.measure((name) => valueOf(recipient, name, hidesContacts));
  return "bytes" in size ? size.bytes : 0;
}

/**
 * Renders a message to one recipient and decides its first status. Suppression precedes every error. Among
 * several errors, the first in the order of `MessageErrorCode` applies. Content that is too long is not
 * stored.
 */
export function renderMessage(common: RenderingContext, recipient: MessageRecipient): RenderedMessage {
  const { channel, segmentsOf = smsSegments } = common;
  const rendered = common.content.render((name) => valueOf(recipient, name, common.hidesContacts));
  const unfit = problemOf(common, rendered);
  const content = "content" in rendered && unfit?.code !== "content_too_long" ? rendered.content : null;
  const sms = channel === "sms" && content?.type === "text" ? segmentsOf(content.text) : null;
  const segmentsAsWritten = sms && "content" in rendered ? rendered.segmentsAsWritten : undefined;
  const counted = { content, sms, ...(segmentsAsWritten !== undefined && { segmentsAsWritten }) };
  const consent = common.consentOf?.(recipient.to) ?? null;
  if (recipient.contact?.suppressed || consent === "suppressed")
    return { status: "blocked", error: null, blockReason: "suppressed", ...counted };
  const error = errorOf(common, recipient, unfit, content);
  if (error === null && consent !== null)
    return { status: "blocked", error, blockReason: consent, ...counted };
  return { status: error === null ? "pending" : "error", error, blockReason: null, ...counted };
}

function problemOf(common: RenderingContext, rendered: Rendered): RenderedProblem | null {
  if ("content" in rendered) return checkRendered(common.channel, rendered.content, common);
  if ("missing" in rendered) {
    return { code: "missing_variable", message: `no value for ${rendered.missing.join(", ")}` };
  }
  if ("notEncodable" in rendered) {
    return { code: "not_encodable", message: `the text ${rendered.notEncodable}` };
  }
  return { code: "content_too_long", message: rendered.tooLong };
}

function errorOf(
  { channel, hasSender, senderRemoved, mediaAvailable, whyUnsupported }: RenderingContext,
  { to }: MessageRecipient,
  unfit: RenderedProblem | null,
  content: Content | null,
): MessageError | null {
  if (senderRemoved) return failed("no_sender", "the campaign's sender was removed");
  if (!hasSender) return failed("no_sender", `no sender is set up for the channel ${channel}`);
  if (!mediaAvailable)
    return failed("media_unavailable", "a file of the content does not exist or is not uploaded");
  if (unfit) return failed(unfit.code, unfit.message);
  if (channel !== "voice" && lineType(to) === "fixed") {
    return failed("landline", `a fixed line takes no ${channel.toUpperCase()}`);
  }
  const why = content && whyUnsupported?.(content);
  return why ? failed("carrier_rejected", why) : null;
}

/** Returns the content's text, folded for search, after a line break that separates it from the number. */
export const searchOfContent = (content: Content) => `\n${foldForSearch(plainText(content))}`;
