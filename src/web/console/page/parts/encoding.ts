import type { Channel } from "../../../../client";

export type Encoding = "auto" | "gsm7";

/** Returns the content's field; none for the default and for channels without encodings. */
export const encodingOf = (channel: Channel, encoding: Encoding | undefined): { encoding?: "gsm7" } =>
  channel === "sms" && encoding === "gsm7" ? { encoding } : {};
