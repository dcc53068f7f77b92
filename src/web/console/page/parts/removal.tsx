import { X } from "lucide";
import type { Contact, ContactList } from "../../../../client";
import { Icon } from "../../../design/icon";
import { useToast } from "../../../design/toast";
import { useTexts } from "../texts/language";
import { ConfirmButton } from "./dialog-buttons";
import { ActionButton, Failure } from "./state";
import { phoneText } from "../../../../messaging/phone-text";
import { useAccount, useMutation } from "../service/hooks";

interface Props {
  contact: Contact;
  list: ContactList;
  /** Accessible name of the button, which distinguishes it from the buttons of other rows. */
  name: string;
  onChanged(): void;
}

/** Shows a button that removes a contact from a list. Removal from a blacklist needs a confirmation. */
export function Removal({ contact, list, name, onChanged }: Props) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const toast = useToast();
  const ids = { list_id: list.id, contact_id: contact.id };
  const who = contact.name ?? phoneText(contact.phone);
  const notUndone = () => toast({ text: t.contacts.notUndone(who), isError: true });
  const add = () => void recado.contactLists.addMember(ids).catch(notUndone).then(onChanged);
  const action = useMutation(
    (client) => client.contactLists.removeMember(ids),
    () => {
      toast({
        text: t.contacts.removedOne(who, list.name),
        ...(!list.is_provisioned && { action: { label: t.state.undo, run: add } }),
      });
      onChanged();
    },
  );
  const button = { class: "btn btn-ghost btn-xs max-sm:btn-sm", icon: <ButtonContent /> };
  if (list.type === "blacklist") {
    return (
      <ConfirmButton
        {...button}
        label={name}
        action={action}
        isDangerous
        isIconOnly
        confirm={t.common.remove}
      >
        <p>{t.contacts.unblocking(who, list.name)}</p>
        {list.is_provisioned && <p>{t.contacts.consentRecorded}</p>}
      </ConfirmButton>
    );
  }
  return (
    <>
      <ActionButton
        type="button"
        class={button.class}
        aria-label={name}
        title={name}
        isBusy={action.busy}
        onClick={() => void action.run()}
      >
        {button.icon}
      </ActionButton>
      <Failure of={action.failure} />
    </>
  );
}

/** Shows an icon. On a phone, where no column heading explains the icon, also shows the word "Remove". */
function ButtonContent() {
  const { t } = useTexts();
  return (
    <>
      <Icon of={X} size={14} />
      <span class="sm:hidden">{t.common.remove}</span>
    </>
  );
}
