import type { Message } from "../../../../client";
import { Status } from "../parts/status";
import { shortReason } from "../parts/reasons";
import { useTexts } from "../texts/language";

/** Shows a message's status, with a short reason below it if the message did not arrive. */
export function StatusReason({ of: message }: { of: Pick<Message, "status" | "block_reason" | "error"> }) {
  const { t } = useTexts();
  const reason = shortReason(message, t);
  return (
    <div class="min-w-0 sm:min-w-58">
      <Status status={message.status} />
      {reason !== null && <div class="hint max-w-58 sm:pl-[0.9rem]">{reason}</div>}
    </div>
  );
}
