import type { Contact, ContactList } from "../../../../client";
import { useTexts } from "../texts/language";
import { ConfirmButton } from "../parts/confirm-button";
import { Failure } from "../parts/failure";
import { useAccount } from "../service/signed-in";
import { useMutation } from "../service/use-mutation";

interface Props {
  contact: Contact;
  list: ContactList;
  /** Accessible name that distinguishes the button from its neighbours. */
  name: string;
  onRemoved(): void;
}

/** Removes a contact from a list. Asks for confirmation first if the list is a blacklist. */
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
