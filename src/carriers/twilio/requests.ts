import type { components } from "../../../generated/carriers/twilio";
import type { Submission } from "../carrier";
import type { CarrierParts, UnsupportedContent, Media, NamedFiles } from "../kind";
import type { Content } from "../../messaging/content-types";
import { ASK_AGAIN } from "./signature";

type Schemas = components["schemas"];

/** Below the connection's URL. */
export const STATUS_PATH = "/status";

/** Source: Message resource, "Body". */
const MAX_TEXT = 1_600;

/** What `<Play>` plays of the types that can be uploaded. Source: TwiML Voice, `<Play>`, "Supported audio file types". */
const PLAYED = new Set(["audio/mpeg", "audio/wav"]);

const statusCallback = ({ callbackUrl }: Pick<CarrierParts, "callbackUrl">) =>
  `${callbackUrl}${STATUS_PATH}${ASK_AGAIN}`;

/** A text as a message of Twilio's. */
export const newMessage = (
  { from, to }: Submission,
  text: string,
  parts: Pick<CarrierParts, "callbackUrl">,
): Schemas["NewMessage"] => ({
  To: to,
  From: from,
  Body: text,
  // A character that Twilio replaced would be counted otherwise than the preview did.
  SmartEncoded: false,
  StatusCallback: statusCallback(parts),
});

/** A recording as a call of Twilio's, which is played to whoever or whatever answers. */
export const newCall = (
  { from, to }: Submission,
  mediaUrl: string,
  parts: Pick<CarrierParts, "callbackUrl">,
): Schemas["NewCall"] => ({
  To: to,
  From: from,
  Twiml: `<Response><Play>${xml(mediaUrl)}</Play></Response>`,
  // Without events it is told how the call ended, and nothing before.
  StatusCallback: statusCallback(parts),
});

/** Why Twilio would not play it; null where it does. */
export const unplayable = ({ contentType }: Pick<Media, "contentType">): string | null =>
  PLAYED.has(contentType) ? null : `Twilio plays MP3 and WAV, not ${contentType}`;

export function unsupportedContent(content: Content, files: NamedFiles): UnsupportedContent | null {
  if (content.type === "audio") {
    const file = files.get(content.file_id);
    const message = file ? unplayable(file) : null;
    return message === null ? null : { field: "file_id", message: `cannot be sent: ${message}` };
  }
  if (content.type !== "text" || [...content.text].length <= MAX_TEXT) return null;
  return { field: "text", message: "must have at most 1,600 characters: Twilio takes no more" };
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

const xml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

export function formOf(body: object): URLSearchParams {
  return new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)]));
}
