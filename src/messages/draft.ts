import { lineType } from "../contacts/phone";
import { checkRendered, type CompiledContent, type Content, plainText } from "../templates/content";
import { forEachText } from "../templates/content-texts";
import { foldForSearch } from "../text";
import type { Channel, MessageError, MessageErrorCode } from "./message";
import { type SmsSegments, smsSegments } from "./segments";

/** What is known of a number that a message is for. */
export interface KnownContact {
  id: string;
  name: string | null;
  phone: string;
  attributes: Readonly<Record<string, string>>;
  suppressed: boolean;
}

export interface DraftRecipient {
  /** E.164 */
  to: string;
  variables: Readonly<Record<string, string>> | undefined;
  contact: KnownContact | undefined;
}

/** What all messages of one send have in common. */
export interface DraftCommon {
  channel: Channel;
  content: CompiledContent;
  hasSender: boolean;
  mediaAvailable: boolean;
}

export interface Draft {
  status: "pending" | "blocked" | "error";
  error: MessageError | null;
  content: Content | null;
  /** Of an SMS whose content could be rendered. */
  sms: SmsSegments | null;
}

const own = (map: Readonly<Record<string, string>> | undefined, name: string) =>
  map !== undefined && Object.hasOwn(map, name) ? map[name] : undefined;

/** A variable's value: the recipient's, else the contact's attribute, else the contact's own name or phone. */
function valueOf({ variables, contact }: DraftRecipient, name: string): string | undefined {
  const given = own(variables, name) ?? own(contact?.attributes, name);
  if (given !== undefined || !contact) return given;
  if (name === "name") return contact.name ?? undefined;
  return name === "phone" ? contact.phone : undefined;
}

const failed = (code: MessageErrorCode, message: string): MessageError => ({
  code,
  message,
  carrier_code: null,
});

/**
 * The most text that a message keeps, in UTF-16 units: above what any channel carries, and below what a thousand
 * recipients of one request could make of placeholders. What is longer is not even looked through.
 */
const MAX_KEPT_LENGTH = 120_000;

const OVERSIZED = failed("content_too_long", `more than ${MAX_KEPT_LENGTH} characters`);

let lastText = "";
let lastSegments = smsSegments("");

/** Neighbours that share their text, as they do without placeholders, share the count. */
function segmentsOf(text: string): SmsSegments {
  if (text !== lastText) [lastText, lastSegments] = [text, smsSegments(text)];
  return lastSegments;
}

/** The length of all texts together; adding lengths up does not put the pieces of a rendered text together. */
function textLength(content: Content): number {
  let length = 0;
  forEachText(content, (text) => (length += text.length));
  return length;
}

/**
 * What a message to one recipient begins as. Suppression is looked at first, so that `blocked` wins over every error;
 * of several errors the first in the order of `MessageErrorCode` is told.
 */
export function draftMessage(common: DraftCommon, recipient: DraftRecipient): Draft {
  const { channel } = common;
  const rendered = common.content.render((name) => valueOf(recipient, name));
  const oversized = "content" in rendered && textLength(rendered.content) > MAX_KEPT_LENGTH;
  const content = "content" in rendered && !oversized ? rendered.content : null;
  const sms = channel === "sms" && content?.type === "text" ? segmentsOf(content.text) : null;
  if (recipient.contact?.suppressed) return { status: "blocked", error: null, content, sms };
  const error = oversized ? OVERSIZED : errorOf(common, recipient, rendered);
  return { status: error === null ? "pending" : "error", error, content, sms };
}

function errorOf(
  { channel, hasSender, mediaAvailable }: DraftCommon,
  { to }: DraftRecipient,
  rendered: ReturnType<CompiledContent["render"]>,
): MessageError | null {
  if (!hasSender) return failed("no_sender", `no sender is set up for the channel ${channel}`);
  if (!mediaAvailable)
    return failed("media_unavailable", "a file of the content is not there or not uploaded");
  if ("missing" in rendered) return failed("missing_variable", `no value for ${rendered.missing.join(", ")}`);
  const unfit = checkRendered(channel, rendered.content);
  if (unfit) return failed(unfit.code, unfit.message);
  if (channel !== "voice" && lineType(to) === "fixed") {
    return failed("landline", `a fixed line takes no ${channel.toUpperCase()}`);
  }
  return null;
}

/** What a search looks at besides the number: a line break and the text, folded. */
export const searchOfContent = (content: Content) => `\n${foldForSearch(plainText(content))}`;
