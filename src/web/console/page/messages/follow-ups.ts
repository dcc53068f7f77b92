import type { Message, Recado } from "../../../../client";
import { isFinal } from "../../../../messaging/status";

/**
 * Overlap of consecutive reads in milliseconds. A message may be committed after messages with a later
 * creation time.
 */
const OVERLAP_MS = 60_000;

type Parent = Pick<Message, "id" | "to" | "created_at">;

/**
 * Returns a function that reads a message's follow-ups, in no fixed order. The first call reads all messages
 * to the number since the parent message. Later calls start `OVERLAP_MS` before the earliest follow-up
 * without a final status, or else before the newest message read.
 */
export function followUpReader({ id, to, created_at: created }: Parent) {
  const found = new Map<string, Message>();
  let from = created;
  return async ({ messages }: Pick<Recado, "messages">, until: string): Promise<readonly Message[]> => {
    if (to === null) return [];
    let newest = created;
    for await (const message of messages.list({ recipient: [to], from, to: until })) {
      if (message.created_at > newest) newest = message.created_at;
      if (message.parent_message_id === id) found.set(message.id, message);
    }
    const [firstOpen] = [...found.values()]
      .filter(({ status }) => !isFinal(status))
      .map(({ created_at: at }) => at)
      .sort();
    const next = timestamp(Date.parse(firstOpen ?? newest) - OVERLAP_MS);
    if (next > from) from = next;
    return [...found.values()];
  };
}

const timestamp = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
