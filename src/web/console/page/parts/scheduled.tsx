import type { Message } from "../../../../client";
import { useTexts } from "../texts/language";

/** Time before which a waiting message is not sent; nothing for other messages. */
export function Scheduled({ of }: { of: Pick<Message, "status" | "not_before"> | undefined }) {
  const { t, format } = useTexts();
  if (of?.status !== "pending" || of.not_before === null) return null;
  return <div class="hint sm:pl-[0.9rem]">{t.messages.willBeSent(format.planned(of.not_before))}</div>;
}
