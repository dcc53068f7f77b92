import { ArrowLeft, MessageSquareText, SendHorizontal } from "lucide";
import { useRoute } from "preact-iso";
import type { Message } from "../../../../client";
import { Icon } from "../../../design/icon";
import { useTexts } from "../texts/language";
import { ConfirmButton } from "../parts/confirm-button";
import { Heading } from "../parts/heading";
import { NotFound, isNotFound } from "../parts/not-found";
import { addressOf } from "../parts/pages";
import { phoneText } from "../parts/phone-text";
import { State } from "../parts/state";
import { useNames } from "../replies/use-names";
import { useAccount, useScope } from "../service/signed-in";
import { useMutation } from "../service/use-mutation";
import { MessageDetail } from "./message-detail";
import { MessageTitle } from "./message-title";
import { Reschedule } from "./reschedule";
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
      {result.value !== null && <Page message={result.value} onChanged={result.refetch} />}
    </>
  );
}

function Page({ message, onChanged }: { message: Message; onChanged(): void }) {
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
        {message.to !== null && <MessageActions to={message.to} message={message} onChanged={onChanged} />}
      </div>
      <MessageDetail {...{ message, contactName }} />
    </>
  );
}

interface ActionsProps {
  to: string;
  message: Message;
  onChanged(): void;
}

/** Links to the conversation and to a new message, and buttons that move or cancel a waiting message. */
export function MessageActions({ to, message, onChanged }: ActionsProps) {
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
      {maySend && <Reschedule message={message} onDone={onChanged} />}
      {maySend && message.status === "pending" && <Cancel id={message.id} onDone={onChanged} />}
    </div>
  );
}

function Cancel({ id, onDone }: { id: string; onDone(): void }) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const cancel = useMutation(() => recado.messages.cancel({ message_id: id }), onDone);
  return (
    <ConfirmButton label={t.messages.cancel} action={cancel} isDangerous>
      <p>{t.messages.cancelHint}</p>
    </ConfirmButton>
  );
}
