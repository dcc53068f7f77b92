import type { Contact, ContactList } from "../../../../client";
import { useTexts } from "../texts/language";
import { ConfirmButton } from "../parts/confirm-button";
import { Failure } from "../parts/failure";
import { useAccount } from "../service/signed-in";
import { useMutation } from "../service/use-mutation";

interface Props {
  contact: Contact;
  list: ContactList;
  /** Accessible name, which distinguishes the button from the same button of other rows. */
  name: string;
  onRemoved(): void;
}

/** Button that removes a contact from a list. Removal from a blacklist needs a confirmation. */
export function Removal({ contact, list, name, onRemoved }: Props) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const action = useMutation(
    () => recado.contactLists.removeMember({ list_id: list.id, contact_id: contact.id }),
    onRemoved,
  );
  if (list.type === "blacklist") {
    return (
      <ConfirmButton label={t.contacts.takeOff} action={action}>
        <p>{t.contacts.unblocking(contact.name ?? contact.phone, list.name)}</p>
      </ConfirmButton>
    );
  }
  return (
    <>
      <button type="button" aria-label={name} disabled={action.busy} onClick={() => void action.run()}>
        {t.contacts.takeOff}
      </button>
      <Failure of={action.failure} />
    </>
  );
}
