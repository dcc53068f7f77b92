import type { Message } from "../../../../client";
import { blockText, missingNames, sandboxCause } from "../parts/reasons";
import type { Texts } from "../texts/en";

/**
 * Returns in a few words why a message did not arrive; null if the status is sufficient. For `undeliverable`,
 * returns only a cause that the console can translate.
 */
export function shortReason(
  { block_reason: blockReason, error }: Pick<Message, "block_reason" | "error">,
  t: Texts,
): string | null {
  if (error === null) return blockText(blockReason, t);
  const missing = missingNames(error);
  if (missing.length > 0) return t.refusals.missing(missing.join(", "));
  const cause = sandboxCause(error, t);
  if (cause !== null || error.code === "undeliverable") return cause;
  return (t.send.reasons as Record<string, string>)[error.code] ?? error.message;
}
