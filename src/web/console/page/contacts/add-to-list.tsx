import { ListPlus } from "lucide";
import { useState } from "preact/hooks";
import type { ContactList } from "../../../../client";
import { Dialog } from "../../../design/dialog";
import { Dropdown } from "../../../design/dropdown";
import { Icon } from "../../../design/icon";
import { ListMenu } from "../parts/list-menu";
import { useTexts } from "../texts/language";

interface Props {
  /** Name or number of the contacts to add. */
  who: string;
  lists: readonly ContactList[];
  place: string;
  disabled?: boolean;
  onChoose(list: ContactList): void;
}

/**
 * Shows a menu that adds contacts to a list. Asks before an addition to the opt-out list: the consents that
 * the addition and its removal record cannot be undone.
 */
export function AddToList({ who, lists, place, disabled = false, onChoose }: Props) {
  const { t } = useTexts();
  const [asked, setAsked] = useState<ContactList | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <Dropdown
        class="btn btn-sm"
        place={place}
        disabled={disabled}
        label={
          <>
            <Icon of={ListPlus} size={14} />
            {t.contacts.addToList}
          </>
        }
      >
        <ListMenu
          lists={lists}
          onChoose={(list) => (list.is_provisioned ? setAsked(list) : onChoose(list))}
        />
      </Dropdown>
      {asked !== null && (
        <Dialog title={t.contacts.addQuestion(who, asked.name)} closeLabel={t.menu.close} onClose={close}>
          <p>{t.contacts.optOutRecorded}</p>
          <div class="choices">
            <button type="button" onClick={close}>
              {t.state.cancel}
            </button>
            <button
              type="button"
              class="btn btn-primary"
              onClick={() => {
                close();
                onChoose(asked);
              }}
            >
              {t.contacts.add}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
