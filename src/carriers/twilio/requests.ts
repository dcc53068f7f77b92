import type { components } from "../../../generated/carriers/twilio";
import type { Submission } from "../carrier";
import type { CarrierDeps, UnsupportedContent, Media, NamedFiles } from "../kind";
import type { Content } from "../../messaging/content-types";
import { unplayableRecording } from "../media";
import { RETRY_SUFFIX } from "./signature";

type Schemas = components["schemas"];

/** Path of status callbacks, below the connection's callback URL. */
export const STATUS_PATH = "/status";

/** Maximum text length. Source: Message resource, "Body". */
const MAX_TEXT = 1_600;

/** File types that `<Play>` supports. Source: TwiML Voice, `<Play>`, "Supported audio file types". */
const PLAYED = new Set(["audio/mpeg", "audio/wav"]);

const statusCallback = ({ callbackUrl }: Pick<CarrierDeps, "callbackUrl">) =>
  `${callbackUrl}${STATUS_PATH}${RETRY_SUFFIX}`;

/** Maximum validity, in seconds. Source: Message resource, "ValidityPeriod". */
const MAX_VALIDITY = 36_000;

export const newMessage = (
  { from, to, validitySeconds }: Submission,
  text: string,
  deps: Pick<CarrierDeps, "callbackUrl">,
): Schemas["NewMessage"] => ({
  To: to,
  From: from,
  Body: text,
  // Smart encoding replaces characters, so the segment count would differ from the preview.
  SmartEncoded: false,
  ...(validitySeconds === undefined ? {} : { ValidityPeriod: Math.min(validitySeconds, MAX_VALIDITY) }),
  StatusCallback: statusCallback(deps),
});

/** Returns a call that plays a recording, whether a person or a machine answers. */
export const newCall = (
  { from, to }: Submission,
  mediaUrl: string,
  deps: Pick<CarrierDeps, "callbackUrl">,
): Schemas["NewCall"] => ({
  To: to,
  From: from,
  Twiml: `<Response><Play>${xml(mediaUrl)}</Play></Response>`,
  // StatusCallbackEvent is absent, so Twilio reports only the end of the call.
  StatusCallback: statusCallback(deps),
});

export const unplayable = ({ contentType }: Pick<Media, "contentType">): string | null =>
  PLAYED.has(contentType) ? null : `Twilio plays MP3 and WAV, not ${contentType}`;

export function unsupportedContent(content: Content, files: NamedFiles): UnsupportedContent | null {
  if (content.type === "audio") return unplayableRecording(content, files, unplayable);
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
