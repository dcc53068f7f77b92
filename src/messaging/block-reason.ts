import type { components } from "../../generated/schema";

/** Why a message is blocked. */
export type BlockReason = NonNullable<components["schemas"]["BlockReason"]>;

/** Returns the reason of a stored message. Earlier builds block suppressed messages only, and store null. */
export const blockReasonOf = (status: string, stored: BlockReason | null): BlockReason | null =>
  status === "blocked" ? (stored ?? "suppressed") : null;
