import type { SendResult } from "../../../../client";
import { intents } from "./intents";
import { perAccount } from "../service/per-account";
import { randomKey } from "../service/use-mutation";

/** A send that the service has accepted. */
export interface Sent {
  key: string;
  batchId: string;
  results: readonly SendResult[];
}

interface Memory {
  sent: Map<string, Sent>;
  intents: ReturnType<typeof intents>;
}

/** Returns the account's sends. The sends stay in memory, because they contain phone numbers. */
export const memoryOf = perAccount((): Memory => ({ sent: new Map(), intents: intents(randomKey) }));
