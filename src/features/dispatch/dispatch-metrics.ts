import type { Platform } from "../../platform/platform";
import { instantOf } from "../../platform/ids";
import { SECOND } from "../../platform/time";
import type { Channel } from "../../messaging/channel";
import { isFinal, type MessageStatus } from "../../messaging/status";
import type { Transition } from "../messages/transitions";

/**
 * Counts status changes. Observes the time from a message's due time to its submission, and to its first
 * final status.
 */
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
  for (const transition of transitions) {
    const stage = stageOf(transition);
    if (stage !== null) metrics.messageLatency.observe({ stage }, ageInSeconds(transition));
  }
}

function stageOf({ previous, status }: Transition): "submitted" | "final" | null {
  if (status === "sent") return "submitted";
  // A final status can still improve, such as `delivered` to `read`. Only the first one counts.
  return isFinal(status) && previous !== null && !isFinal(previous) ? "final" : null;
}

/**
 * Returns the time from a message's due time to the change, in seconds. The due time is the message's
 * creation, which the id contains, or its scheduled time if that is later.
 */
const ageInSeconds = ({ message: { id, notBefore }, at }: Transition) =>
  Math.max(0, at - Math.max(instantOf(id), notBefore ?? 0)) / SECOND;
