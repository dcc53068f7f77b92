import { MessageSquareText, SendHorizontal, CalendarClock } from "lucide";
import { useRoute } from "preact-iso";
import { type Message, isRecadoError } from "../../../../client";
import { Icon } from "../../../design/icon";
import { useTexts } from "../texts/language";
import { ConfirmButton } from "../parts/dialog-buttons";
import { Heading, ResourcePage } from "../parts/resource-page";
import { addressOf } from "../parts/pages";
import { phoneText } from "../../../../messaging/phone-text";
import { useNames } from "../replies/use-names";
import { useMutation, useScope } from "../service/hooks";
import { MessageDetail, MessageTitle, useMessage } from "./message-detail";
import { useState } from "preact/hooks";
import { Dialog } from "../../../design/dialog";
import { useToast } from "../../../design/toast";
import { State, useFieldFault } from "../parts/state";
import { fromZone, minuteIn, toZone, zoneAt } from "../parts/local-time";
import { useAccountDetails } from "../parts/placeholder-price";
import { Form, InputField } from "../parts/form";

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
 * Shows links to the recipient's conversation and to a new message, and buttons that reschedule or cancel a
 * pending message.
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

interface RescheduleProps {
  message: Message;
  onDone(): void;
}

/**
 * Shows the button and dialog that reschedule a held message. If the message can no longer be rescheduled,
 * the time field shows the error.
 */
function Reschedule({ message, onDone }: RescheduleProps) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {message.status === "pending" && message.not_before !== null && (
        <button type="button" class="btn" onClick={() => setOpen(true)}>
          <Icon of={CalendarClock} />
          {t.messages.reschedule}
        </button>
      )}
      {isOpen && <TimeDialog message={message} onDone={onDone} onClose={() => setOpen(false)} />}
    </>
  );
}

interface DialogProps extends RescheduleProps {
  onClose(): void;
}

function TimeDialog({ message, onClose, onDone }: DialogProps) {
  const { t } = useTexts();
  const account = useAccountDetails();
  const done = () => {
    onClose();
    onDone();
  };
  // The dialog focuses its field only when it opens, so it opens after the account's time zone has loaded.
  if (account.value === null && account.failure === null) return null;
  return (
    <Dialog title={t.messages.reschedule} closeLabel={t.menu.close} onClose={onClose}>
      {account.value === null ? (
        <State result={account} />
      ) : (
        <TimeForm message={message} onClose={onClose} zone={account.value.time_zone} onDone={done} />
      )}
    </Dialog>
  );
}

interface FormProps extends DialogProps {
  /** IANA name of the account's time zone. */
  zone: string;
}

function TimeForm({ message, zone, onClose, onDone }: FormProps) {
  const { t, format } = useTexts();
  const fieldFault = useFieldFault();
  const showToast = useToast();
  const [entered, setEntered] = useState(() => toZone(new Date(message.not_before ?? Date.now()), zone));
  const at = fromZone(entered, zone);
  const move = useMutation(
    (recado, sendAt: string) => recado.messages.update({ message_id: message.id, send_at: sendAt }),
    ({ not_before: moved }) => {
      if (moved !== null) showToast({ text: t.messages.rescheduled(minuteIn(zone, moved, format)) });
      onDone();
    },
  );
  const isSubmitted = isRecadoError(move.failure, "invalid_state");
  return (
    <Form
      action={isSubmitted ? { ...move, failure: null } : move}
      except={["send_at"]}
      submit={t.messages.reschedule}
      onSubmit={() => {
        if (at !== null) void move.run(at);
      }}
      onCancel={onClose}
      isDialog
    >
      <InputField
        label={t.messages.newTime}
        hint={t.messages.zone(zoneAt(new Date(at ?? Date.now()), zone))}
        fault={isSubmitted ? t.refusals.of.updateMessage : fieldFault(move.failure, "send_at")}
        type="datetime-local"
        required
        value={entered}
        onValue={(value) => {
          move.forget();
          setEntered(value);
        }}
      />
    </Form>
  );
}
