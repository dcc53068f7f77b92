import type { InboundMessage } from "../../../../client";

export type File = NonNullable<InboundMessage["file"]>;
export type Shown = "image" | "audio" | "video" | "link";

/** What browsers show by themselves without running anything that is in it. */
const SHOWN: readonly [Shown, RegExp][] = [
  ["image", /^image\/(png|jpeg|gif|webp)$/],
  ["audio", /^audio\/(mpeg|mp4|ogg|wav|aac|webm|amr)$/],
  ["video", /^video\/(mp4|webm|ogg)$/],
];

/** How a stranger's file is shown; null where its address leads nowhere that a page may send anybody. */
export function shownAs({ url, content_type }: File): Shown | null {
  if (!isWebAddress(url)) return null;
  const type = content_type.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return SHOWN.find(([, form]) => form.test(type))?.[0] ?? "link";
}

export function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
