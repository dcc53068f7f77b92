import type { MessageStatus } from "../../../../client";
import { useTexts } from "../texts/language";

/** Shows a status in the user's language; an unknown status as it is. */
export function Status({ status }: { status: MessageStatus }) {
  const { t } = useTexts();
  const words = (t.status as Record<string, string>)[status] ?? status;
  return <span class={`status status-${/^[a-z]+$/.test(status) ? status : "other"}`}>{words}</span>;
}
