import { ListPlus } from "lucide";
import { useState } from "preact/hooks";
import type { ContactList } from "../../../../client";
import { Dialog } from "../../../design/dialog";
import { Dropdown } from "../../../design/dropdown";
import { Icon } from "../../../design/icon";
import { ListMenu } from "../parts/list-menu";
import { useTexts } from "../texts/language";

interface Props {
  /** Returns the contact's name or the number of contacts to add; null if all are already on the list. */
  whoFor(list: ContactList): string | null;
  lists: readonly ContactList[];
  place: string;
  disabled?: boolean;
  onChoose(list: ContactList): void;
}

/**
 * Shows a menu that adds one or more contacts to a list. Before an addition to the opt-out list, asks the
 * user, because the addition and its removal record consents that cannot be undone.
 */
export function AddToList({ whoFor, lists, place, disabled = false, onChoose }: Props) {
  const { t } = useTexts();
  const [asked, setAsked] = useState<{ list: ContactList; who: string } | null>(null);
  const close = () => setAsked(null);
  const choose = (list: ContactList) => {
    const who = list.is_provisioned ? whoFor(list) : null;
    if (who === null) onChoose(list);
    else setAsked({ list, who });
  };
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
        <ListMenu lists={lists} onChoose={choose} />
      </Dropdown>
      {asked !== null && (
        <Dialog
          title={t.contacts.addQuestion(asked.who, asked.list.name)}
          closeLabel={t.menu.close}
          onClose={close}
        >
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
                onChoose(asked.list);
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
