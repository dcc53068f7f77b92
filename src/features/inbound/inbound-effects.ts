import type { components } from "../../../generated/schema";
import type { Db } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";
import type { Wake } from "../../queue/job";

export interface ReceivedMessage {
  accountId: string;
  at: Instant;
  /** Reads the message as the API returns it, inside the transaction. */
  read(): Promise<readonly components["schemas"]["InboundMessage"][]>;
}

/**
 * Writes the consequences of an inbound message in its transaction. Returns the jobs to wake after the
 * commit.
 */
export type InboundEffect = (trx: Db, received: ReceivedMessage) => Promise<readonly Wake[]>;

export interface InboundEffects {
  inboundEffects: readonly InboundEffect[];
}

export async function writeInboundEffects(
  { inboundEffects }: InboundEffects,
  trx: Db,
  received: ReceivedMessage,
): Promise<Wake[]> {
  const wakes: Wake[] = [];
  for (const effect of inboundEffects) wakes.push(...(await effect(trx, received)));
  return wakes;
}
