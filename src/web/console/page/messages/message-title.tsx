import type { Message } from "../../../../client";
import { phoneText } from "../../../../messaging/phone-text";
import { Status } from "../parts/status";
import { useTexts } from "../texts/language";

interface Props {
  message: Message;
  contactName: string | undefined;
}

/** Shows a message's recipient, by name if known, and its status, as content of a heading. */
export function MessageTitle({ message: { to, status }, contactName }: Props) {
  const { t } = useTexts();
  const number = to === null ? t.conversation.numberErased : phoneText(to);
  return (
    <>
      <span class={contactName === undefined ? "phone" : undefined}>{contactName ?? number}</span>{" "}
      {contactName !== undefined && <span class="phone text-sm font-normal text-quiet">{number}</span>}{" "}
      <span class="align-middle text-sm font-normal">
        <Status status={status} />
      </span>
    </>
  );
}
