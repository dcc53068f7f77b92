import type { Channel } from "../../../../client";

export type Encoding = "auto" | "gsm7";

/** Returns the content's field `encoding`; no field for the default, or on channels without encodings. */
export const encodingOf = (channel: Channel, encoding: Encoding | undefined): { encoding?: "gsm7" } =>
  channel === "sms" && encoding === "gsm7" ? { encoding } : {};
