import type { Channel } from "../../../../client";

export type Encoding = "auto" | "gsm7";

/**
 * Returns the field `encoding` to spread into a content; an empty object for `auto`, and for channels other
 * than SMS.
 */
export const encodingOf = (channel: Channel, encoding: Encoding | undefined): { encoding?: "gsm7" } =>
  channel === "sms" && encoding === "gsm7" ? { encoding } : {};
