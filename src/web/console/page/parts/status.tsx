import type { MessageStatus } from "../../../../client";
import { useTexts, wordFor } from "../texts/language";

/** Shows a message status in the user's language. Shows an unknown status untranslated. */
export function Status({ status }: { status: MessageStatus }) {
  const { t } = useTexts();
  const words = wordFor(t.status, status);
  return <span class={`status status-${/^[a-z]+$/.test(status) ? status : "other"}`}>{words}</span>;
}
