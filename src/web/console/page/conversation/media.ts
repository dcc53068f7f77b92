import type { InboundMessage } from "../../../../client";
import { webAddress } from "../parts/links";

export type File = NonNullable<InboundMessage["file"]>;
type Shown = "image" | "audio" | "video" | "link";

/** Media types that the conversation embeds, by HTML element. Files of these types cannot run scripts. */
const SHOWN: readonly [Shown, RegExp][] = [
  ["image", /^image\/(png|jpeg|gif|webp)$/],
  ["audio", /^audio\/(mpeg|mp4|ogg|wav|aac|webm)$/],
  ["video", /^video\/(mp4|webm|ogg)$/],
];

/** Returns how a file is shown; `link` if it is not embedded, null if its URL is not http(s). */
export function shownAs({ url, content_type }: File): Shown | null {
  if (webAddress(url) === null) return null;
  const type = content_type.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return SHOWN.find(([, form]) => form.test(type))?.[0] ?? "link";
}
