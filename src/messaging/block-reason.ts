import type { components } from "../../generated/schema";

/** Why a message is blocked. */
export type BlockReason = components["schemas"]["BlockReason"];

/** Returns the reason of a stored message. Earlier builds blocked only suppressed messages, and stored null. */
export const blockReasonOf = (status: string, stored: BlockReason | null): BlockReason | null =>
  status === "blocked" ? (stored ?? "suppressed") : null;

/** Returns the values of `block_reason` in the database that a filter by reasons selects among blocked messages. */
export const blockReasonValues = (reasons: readonly BlockReason[]) => ({
  column: "block_reason",
  type: "text" as const,
  values: reasons,
  orNull: reasons.includes("suppressed"),
});
