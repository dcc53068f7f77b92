import type { components } from "../../../generated/schema";
import type { Db } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";
import type { Wake } from "../../queue/job";

/** An inbound message whose row has been inserted. */
export interface ReceivedMessage {
  accountId: string;
  at: Instant;
  /** Reads the message as the API returns it, inside the transaction. */
  read(): Promise<readonly components["schemas"]["InboundMessage"][]>;
}

/**
 * A consequence of an inbound message. Writes in the transaction that stores the message, and returns the
 * jobs to wake after the commit. `src/app/effects.ts` registers the effects.
 */
export type InboundEffect = (trx: Db, received: ReceivedMessage) => Promise<readonly Wake[]>;

/** Dependency of code that stores inbound messages. */
export interface InboundEffects {
  inboundEffects: readonly InboundEffect[];
}

/** Writes every effect; returns the jobs to wake after the commit. */
export async function writeInboundEffects(
  { inboundEffects }: InboundEffects,
  trx: Db,
  received: ReceivedMessage,
): Promise<Wake[]> {
  const wakes: Wake[] = [];
  for (const effect of inboundEffects) wakes.push(...(await effect(trx, received)));
  return wakes;
}
