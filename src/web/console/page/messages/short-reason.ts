import type { Message } from "../../../../client";
import { missingNames } from "../parts/reasons";
import type { Texts } from "../texts/en";

/** Returns in a few words why a message did not arrive; null if it has no error and is not blocked. */
export function shortReason({ status, error }: Pick<Message, "status" | "error">, t: Texts): string | null {
  if (error === null) return status === "blocked" ? t.send.reasons.blocked : null;
  const missing = missingNames(error);
  if (missing.length > 0) return t.refusals.missing(missing.join(", "));
  return (t.send.reasons as Record<string, string>)[error.code] ?? error.message;
}
