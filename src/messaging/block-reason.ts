import type { components } from "../../generated/schema";

/** Why a message is blocked. */
export type BlockReason = components["schemas"]["BlockReason"];

/** Returns the reason of a stored message. Earlier builds block suppressed messages only, and store null. */
export const blockReasonOf = (status: string, stored: BlockReason | null): BlockReason | null =>
  status === "blocked" ? (stored ?? "suppressed") : null;

/** Returns the stored values of blocked messages, for a filter by reasons. */
export const blockReasonValues = (reasons: readonly BlockReason[]) => ({
  column: "block_reason",
  type: "text" as const,
  values: reasons,
  orNull: reasons.includes("suppressed"),
});
