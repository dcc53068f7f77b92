import type { SendResult } from "../../../../client";
import { intents } from "./intents";
import { randomKey } from "../service/use-mutation";

/** Send that the service has accepted. */
export interface Sent {
  key: string;
  batchId: string;
  results: readonly SendResult[];
}

interface Memory {
  sent: Map<string, Sent>;
  intents: ReturnType<typeof intents>;
}

const memories = new Map<string, Memory>();

/** Returns the account's sends. They stay in memory, because they contain phone numbers. */
export function memoryOf(accountId: string): Memory {
  const known = memories.get(accountId) ?? { sent: new Map(), intents: intents(randomKey) };
  memories.set(accountId, known);
  return known;
}
