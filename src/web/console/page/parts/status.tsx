import type { Message, MessageStatus } from "../../../../client";
import { useTexts, wordFor } from "../texts/language";
import { waitsForTime } from "./not-before";

/** Shows a message status in the user's language. Shows an unknown status untranslated. */
export function Status({ status }: { status: MessageStatus }) {
  const { t } = useTexts();
  const words = wordFor(t.status, status);
  return <span class={`status status-${/^[a-z]+$/.test(status) ? status : "other"}`}>{words}</span>;
}

/** Shows the time before which a held message is not sent; nothing for any other message. */
export function Scheduled({ of }: { of: Pick<Message, "status" | "not_before"> | undefined }) {
  const { t, format } = useTexts();
  if (of === undefined || !waitsForTime(of, Date.now())) return null;
  return <div class="hint sm:pl-[0.9rem]">{t.messages.notSentBefore(format.planned(of.not_before))}</div>;
}
