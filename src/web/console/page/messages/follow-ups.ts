import type { Message, Recado } from "../../../../client";
import { isFinal } from "../../../../messaging/status";

/** Overlap of two readings in milliseconds. A message may be committed after messages created later. */
const OVERLAP_MS = 60_000;

type Parent = Pick<Message, "id" | "to" | "created_at">;

/**
 * Returns a function that reads a message's follow-ups, in no fixed order. Later calls request only messages
 * created since the first follow-up without a final status, or else since the newest known message to the
 * number, both with an overlap of `OVERLAP_MS`.
 */
export function followUpReader({ id, to, created_at: created }: Parent) {
  const found = new Map<string, Message>();
  let from = created;
  return async (
    { messages }: Pick<Recado, "messages">,
    until: string,
    signal: AbortSignal,
  ): Promise<readonly Message[]> => {
    if (to === null) return [];
    let newest = created;
    for await (const message of messages.list({ recipient: [to], from, to: until }, { signal })) {
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
