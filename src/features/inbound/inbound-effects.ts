import type { components } from "../../../generated/schema";
import type { Db } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";
import type { Wake } from "../../queue/job";

interface Received {
  accountId: string;
  at: Instant;
}

export interface ReceivedMessage extends Received {
  kind: "message";
  /** Reads the message as the API returns it, inside the transaction. */
  read(): Promise<readonly components["schemas"]["InboundMessage"][]>;
}

export interface ReceivedRcsEvent extends Received {
  kind: "event";
  /** The event as the API returns it. */
  event: components["schemas"]["InboundRcsEvent"];
}

/**
 * Writes the consequences of an inbound message or RCS event in its transaction. Returns the jobs to wake
 * after the commit.
 */
export type InboundEffect = (
  trx: Db,
  received: ReceivedMessage | ReceivedRcsEvent,
) => Promise<readonly Wake[]>;

export interface InboundEffects {
  inboundEffects: readonly InboundEffect[];
}

export async function writeInboundEffects(
  { inboundEffects }: InboundEffects,
  trx: Db,
  received: ReceivedMessage | ReceivedRcsEvent,
): Promise<Wake[]> {
  const wakes: Wake[] = [];
  for (const effect of inboundEffects) wakes.push(...(await effect(trx, received)));
  return wakes;
}
