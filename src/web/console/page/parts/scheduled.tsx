import type { Message } from "../../../../client";
import { useTexts } from "../texts/language";
import { waitsForTime } from "./not-before";

/** Shows the time before which a held message is not sent; nothing for any other message. */
export function Scheduled({ of }: { of: Pick<Message, "status" | "not_before"> | undefined }) {
  const { t, format } = useTexts();
  if (of === undefined || !waitsForTime(of, Date.now())) return null;
  return <div class="hint sm:pl-[0.9rem]">{t.messages.notSentBefore(format.planned(of.not_before))}</div>;
}
