import type { Db } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";
import type { Transition } from "./transitions";

/**
 * What follows elsewhere from changes of an account's messages, in the transaction that writes them. Registered where
 * the service is put together: messages do not know who is interested in them.
 */
export type MessageEffect = (
  trx: Db,
  accountId: string,
  transitions: readonly Transition[],
  now: Instant,
) => Promise<void>;
