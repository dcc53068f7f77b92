import type { components } from "../../generated/schema";

export type BlockReason = components["schemas"]["BlockReason"];

/**
 * Returns the reason of a blocked message, else null. Earlier builds stored null, and blocked only suppressed
 * messages.
 */
export const blockReasonOf = (status: string, stored: BlockReason | null): BlockReason | null =>
  status === "blocked" ? (stored ?? "suppressed") : null;

/** Returns the stored values of `block_reason` that a filter by reasons selects among blocked messages. */
export const blockReasonValues = (reasons: readonly BlockReason[]) => ({
  column: "block_reason",
  type: "text" as const,
  values: reasons,
  orNull: reasons.includes("suppressed"),
});
