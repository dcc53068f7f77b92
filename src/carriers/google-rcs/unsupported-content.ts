import { cardsOf, suggestionsOf } from "../../messaging/content-parts";
import type { Content } from "../../messaging/content-types";
import type { UnsupportedContent, Media } from "../kind";
import { toGoogle, toUri } from "./contents";

/** Maximum message size. Source: RBM guides/build/messages/send, 250 KB. */
const MAX_BYTES = 250_000;
/** Maximum length of an encoded URL. Source: RBM OpenUrlAction.url. */
const MAX_URI_LENGTH = 2_048;

/** Placeholder for a file. The file's URL is known only at submission. */
const ANY_MEDIA: Media = { url: `https://${"m".repeat(500)}`, contentType: "image/png", sizeBytes: 1 };

interface Part {
  field: string;
  bytes: number;
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? "");

/** Checks the content in Google's format, with a placeholder for each file URL. */
export function unsupportedContent(content: Content): UnsupportedContent | null {
  return tooLongUri(content) ?? tooLarge(content);
}

function tooLongUri(content: Content): UnsupportedContent | null {
  for (const { path, suggestion } of suggestionsOf(content)) {
    if (suggestion.type !== "open_url") continue;
    const { length } = toUri(suggestion.url);
    if (length > MAX_URI_LENGTH) {
      return {
        field: `${path}.url`,
        message: `is ${length} characters once encoded, but Google allows at most ${MAX_URI_LENGTH}`,
      };
    }
  }
  return null;
}

/**
 * Returns the problem of a message that is too large. The problem names the largest part, which the user
 * should shorten.
 */
function tooLarge(content: Content): UnsupportedContent | null {
  const bytes = bytesOf(toGoogle(content, () => ANY_MEDIA));
  if (bytes <= MAX_BYTES) return null;
  const [largest] = partsOf(content).sort((one, other) => other.bytes - one.bytes);
  return {
    field: largest?.field ?? "type",
    message: `makes the message ${bytes} bytes, but Google allows at most ${MAX_BYTES}`,
  };
}

function partsOf(content: Content): Part[] {
  const parts = cardsOf(content).map(({ path, card }) => ({ field: path, bytes: bytesOf(card) }));
  if (content.type === "text") parts.push({ field: "text", bytes: bytesOf(content.text) });
  if ("suggestions" in content) parts.push({ field: "suggestions", bytes: bytesOf(content.suggestions) });
  return parts;
}
