import type { Platform } from "../../platform/platform";
import type { Channel } from "../../messaging/channel";
import type { MessageStatus } from "../messages/message";
import type { Transition } from "../messages/transitions";

export function countTransitions(
  { metrics }: Pick<Platform, "metrics">,
  transitions: readonly Transition[],
): void {
  const counts = new Map<string, { channel: Channel; status: MessageStatus; count: number }>();
  for (const { message, status } of transitions) {
    const key = `${message.channel} ${status}`;
    const entry = counts.get(key);
    if (entry) entry.count += 1;
    else counts.set(key, { channel: message.channel, status, count: 1 });
  }
  for (const { channel, status, count } of counts.values()) {
    metrics.messageTransitions.inc({ channel, status }, count);
  }
}
