import { CalendarClock } from "lucide";
import { useState } from "preact/hooks";
import { isRecadoError, type Message } from "../../../../client";
import { Dialog } from "../../../design/dialog";
import { Icon } from "../../../design/icon";
import { useToast } from "../../../design/toast";
import { useFieldFault } from "../parts/failure";
import { fromZone, minuteIn, toZone, zoneAt } from "../parts/local-time";
import { useAccountDetails } from "../parts/placeholder-price";
import { State } from "../parts/state";
import { useMutation } from "../service/use-mutation";
import { useTexts } from "../texts/language";
import { InputField } from "../parts/field";
import { Form } from "../parts/form";

interface Props {
  message: Message;
  onDone(): void;
}

/**
 * Reschedules a message in a dialog. If the message can no longer be rescheduled, the time field shows the
 * error.
 */
export function Reschedule({ message, onDone }: Props) {
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

interface DialogProps extends Props {
  onClose(): void;
}

function TimeDialog({ message, onClose, onDone }: DialogProps) {
  const { t } = useTexts();
  const account = useAccountDetails();
  const done = () => {
    onClose();
    onDone();
  };
  // Wait for the account before opening the dialog, which focuses its field only when it opens.
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
