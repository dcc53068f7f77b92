import type { components } from "../../../generated/schema";
import type { Instant } from "../../platform/time";
import type { Effect } from "../../queue/effects";

interface Received {
  accountId: string;
  at: Instant;
}

interface ReceivedMessage extends Received {
  kind: "message";
  /** Reads the stored messages, inside the transaction, as the API returns them. */
  read(): Promise<readonly components["schemas"]["InboundMessage"][]>;
}

interface ReceivedRcsEvent extends Received {
  kind: "event";
  event: components["schemas"]["InboundRcsEvent"];
}

export type InboundEffect = Effect<ReceivedMessage | ReceivedRcsEvent>;

export interface InboundEffects {
  inboundEffects: readonly InboundEffect[];
}
