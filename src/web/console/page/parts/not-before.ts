import type { Message } from "../../../../client";

interface Timed {
  status: Message["status"];
  not_before: string | null;
}

/** Returns whether a pending message waits for a time after `now`, which is in milliseconds since 1970. */
export const waitsForTime = <T extends Timed>(
  message: T,
  now: number,
): message is T & { not_before: string } =>
  message.status === "pending" && message.not_before !== null && Date.parse(message.not_before) > now;
