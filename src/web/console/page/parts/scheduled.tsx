import type { Message } from "../../../../client";
import { useTexts } from "../texts/language";

/** Time that a waiting message is scheduled for; nothing for other messages. */
export function Scheduled({ of }: { of: Pick<Message, "status" | "not_before"> | undefined }) {
  const { t, format } = useTexts();
  if (of?.status !== "pending" || of.not_before === null) return null;
  return <div class="hint">{t.messages.scheduledFor(format.minute(of.not_before))}</div>;
}
