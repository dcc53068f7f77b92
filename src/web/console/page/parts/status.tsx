import type { MessageStatus } from "../../../../client";
import { useTexts } from "../texts/language";

/** A status in the person's words; one that this page does not know yet keeps its own. */
export function Status({ status }: { status: MessageStatus }) {
  const { t } = useTexts();
  const words = (t.status as Record<string, string>)[status] ?? status;
  return <span class={`status status-${/^[a-z]+$/.test(status) ? status : "other"}`}>{words}</span>;
}
