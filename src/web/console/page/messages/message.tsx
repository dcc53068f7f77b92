import { ArrowLeft, MessageSquareText, SendHorizontal } from "lucide";
import { useRoute } from "preact-iso";
import type { Message } from "../../../../client";
import { Icon } from "../../../design/icon";
import { useTexts } from "../texts/language";
import { Heading } from "../parts/heading";
import { NotFound, isNotFound } from "../parts/not-found";
import { addressOf } from "../parts/pages";
import { phoneText } from "../parts/phone-text";
import { State } from "../parts/state";
import { useNames } from "../replies/use-names";
import { useScope } from "../service/signed-in";
import { MessageDetail } from "./message-detail";
import { MessageTitle } from "./message-title";
import { useMessage } from "./use-message";

export function MessagePage() {
  const { t } = useTexts();
  const { id = "" } = useRoute().params;
  const result = useMessage(id);
  if (isNotFound(result)) {
    return <NotFound title={t.messages.notFound} href="/console/messages" linkText={t.messages.back} />;
  }
  return (
    <>
      <a class="back" href="/console/messages">
        <Icon of={ArrowLeft} />
        {t.messages.back}
      </a>
      <State result={result} />
      {result.value !== null && <Page message={result.value} />}
    </>
  );
}

function Page({ message }: { message: Message }) {
  const { t } = useTexts();
  const contactName = useNames(message.contact_id === null ? [] : [message.contact_id]).get(
    message.contact_id ?? "",
  );
  const name = contactName ?? (message.to === null ? t.conversation.numberErased : phoneText(message.to));
  return (
    <>
      <div class="head">
        <Heading name={name}>
          <MessageTitle {...{ message, contactName }} />
        </Heading>
        {message.to !== null && <MessageActions to={message.to} />}
      </div>
      <MessageDetail {...{ message, contactName }} />
    </>
  );
}

/** Links to the recipient's conversation and to a new message. */
export function MessageActions({ to }: { to: string }) {
  const { t } = useTexts();
  const maySend = useScope("messages:send");
  return (
    <div class="choices justify-start">
      <a class="btn" href={`/console/replies/${encodeURIComponent(to)}`}>
        <Icon of={MessageSquareText} />
        {t.messages.conversation}
      </a>
      {maySend && (
        <a class="btn" href={addressOf("/console/send", { to })}>
          <Icon of={SendHorizontal} />
          {t.messages.sendAgain}
        </a>
      )}
    </div>
  );
}
