import { MessageSquareText, SendHorizontal } from "lucide";
import { useRoute } from "preact-iso";
import type { Message } from "../../../../client";
import { Icon } from "../../../design/icon";
import { useTexts } from "../texts/language";
import { ConfirmButton } from "../parts/dialog-buttons";
import { Heading } from "../parts/heading";
import { addressOf } from "../parts/pages";
import { phoneText } from "../../../../messaging/phone-text";
import { useNames } from "../replies/use-names";
import { useScope } from "../service/signed-in";
import { useMutation } from "../service/use-mutation";
import { MessageDetail } from "./message-detail";
import { MessageTitle } from "./message-title";
import { Reschedule } from "./reschedule";
import { useMessage } from "./use-message";
import { ResourcePage } from "../parts/resource-page";

export function MessagePage() {
  const { t } = useTexts();
  const { id = "" } = useRoute().params;
  const result = useMessage(id);
  return (
    <ResourcePage
      result={result}
      notFound={t.messages.notFound}
      back={{ href: "/console/messages", text: t.messages.back }}
    >
      {(message) => <Page message={message} onChanged={result.refetch} />}
    </ResourcePage>
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
          <MessageTitle message={message} contactName={contactName} />
        </Heading>
        {message.to !== null && <MessageActions to={message.to} message={message} onChanged={onChanged} />}
      </div>
      <MessageDetail message={message} contactName={contactName} />
    </>
  );
}

interface ActionsProps {
  to: string;
  message: Message;
  onChanged(): void;
}

/**
 * Shows links to the conversation and to a new message, and buttons that reschedule or cancel a waiting
 * message.
 */
export function MessageActions({ to, message, onChanged }: ActionsProps) {
  const { t } = useTexts();
  const maySend = useScope("messages:send");
  return (
    <div class="choices justify-start">
      <a class="btn" href={`/console/replies/${encodeURIComponent(to)}`}>
        <Icon of={MessageSquareText} />
        {t.contacts.openConversation}
      </a>
      {maySend && (
        <a class="btn" href={addressOf("/console/send", { to })}>
          <Icon of={SendHorizontal} />
          {t.contacts.sendMessage}
        </a>
      )}
      {maySend && <Reschedule message={message} onDone={onChanged} />}
      {maySend && message.status === "pending" && <Cancel id={message.id} onDone={onChanged} />}
    </div>
  );
}

function Cancel({ id, onDone }: { id: string; onDone(): void }) {
  const { t } = useTexts();
  const cancel = useMutation((recado) => recado.messages.cancel({ message_id: id }), onDone);
  return (
    <ConfirmButton label={t.messages.cancel} action={cancel} isDangerous>
      <p>{t.messages.cancelHint}</p>
    </ConfirmButton>
  );
}
