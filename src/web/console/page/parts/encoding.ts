import type { Channel } from "../../../../client";

export type Encoding = "auto" | "gsm7";

/** Returns a content's field `encoding`, to spread; an empty object for `auto` or a channel without it. */
export const encodingOf = (channel: Channel, encoding: Encoding | undefined): { encoding?: "gsm7" } =>
  channel === "sms" && encoding === "gsm7" ? { encoding } : {};
