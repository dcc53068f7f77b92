import type { Message } from "../../../../client";
import { missingNames } from "../parts/reasons";
import { Status } from "../parts/status";
import type { Texts } from "../texts/en";
import { useTexts } from "../texts/language";

/** Shows a message's status, and below it in a few words why it did not arrive. */
export function StatusReason({ of: message }: { of: Pick<Message, "status" | "error"> }) {
  const { t } = useTexts();
  const reason = shortReason(message, t);
  return (
    <div class="min-w-0">
      <Status status={message.status} />
      {reason !== null && <div class="hint max-w-52 sm:pl-[0.9rem]">{reason}</div>}
    </div>
  );
}

/** Returns in a few words why a message did not arrive; null if it has no error and is not blocked. */
export function shortReason({ status, error }: Pick<Message, "status" | "error">, t: Texts): string | null {
  if (error === null) return status === "blocked" ? t.send.reasons.blocked : null;
  const missing = missingNames(error);
  if (missing.length > 0) return t.refusals.missing(missing.join(", "));
  return (t.send.reasons as Record<string, string>)[error.code] ?? error.message;
}
