import type { SendResult } from "../../../../client";
import { intents, randomKey } from "./intents";

/** A send that the service has taken. */
export interface Sent {
  key: string;
  results: readonly SendResult[];
}

interface Memory {
  sent: Map<string, Sent>;
  intents: ReturnType<typeof intents>;
}

const memories = new Map<string, Memory>();

/** What an account's sends are about, for as long as the page is open and no longer: numbers are nobody else's business. */
export function memoryOf(accountId: string): Memory {
  const known = memories.get(accountId) ?? { sent: new Map(), intents: intents(randomKey) };
  memories.set(accountId, known);
  return known;
}
