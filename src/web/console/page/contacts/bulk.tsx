import { Ban, Download, ListMinus, Trash, X } from "lucide";
import type { Contact, ContactList } from "../../../../client";
import { Dropdown } from "../../../design/dropdown";
import { Icon, IconButton } from "../../../design/icon";
import { ListMenu } from "../parts/list-menu";
import { ConfirmButton } from "../parts/dialog-buttons";
import { Failure } from "../parts/state";
import { phoneText } from "../../../../messaging/phone-text";
import { saveText } from "../parts/save-text";
import type { Outcome } from "../service/run-each";
import type { useMutation } from "../service/hooks";
import { useTexts } from "../texts/language";
import { AddToList } from "./add-to-list";
import { type BulkActions, missingFrom, type Progress, useBulkActions } from "./bulk-actions";
import { contactsCsv } from "./csv";
import { NumberStays } from "./number-stays";
import { blocksOf } from "./rules";
import type { People } from "./selection";

/** Maximum number of contacts that a confirmation names, and maximum number of failures shown. */
const SHOWN = 5;

interface Props {
  people: People;
  lists: readonly ContactList[];
  /** List whose members the table shows; null for the table of all contacts. */
  within: ContactList | null;
  /** Number of contacts on all pages of the table. */
  total: number;
  /** Returns the contacts of all pages of the table, up to `MAX_SELECTED`. */
  all(): Promise<readonly Contact[]>;
  onChanged(): void;
}

const whoIs = ({ name, phone }: Contact): string => name ?? phoneText(phone);

/** Shows the actions for the selected contacts, their progress and failures; nothing without any. */
export function BulkBar({ people, lists, within, total, all, onChanged }: Props) {
  const { t } = useTexts();
  const actions = useBulkActions({ people, all, onChanged });
  const { contacts, progress, failed } = actions;
  if (contacts.length === 0 && progress === null && failed.length === 0) return null;
  return (
    <div class="sticky bottom-3 z-10 mt-3 rounded-box border border-base-300 bg-base-100 shadow-lg">
      <Failed of={failed} onClose={actions.closeFailed} />
      {(contacts.length > 0 || progress !== null) && (
        <div
          role="group"
          aria-label={t.contacts.selection}
          class="flex flex-wrap items-center gap-2 p-2 ps-4"
        >
          {progress !== null ? (
            <RunningAction progress={progress} isPaused={actions.isPaused} onStop={actions.stop} />
          ) : (
            <>
              <SelectionSize actions={actions} total={total} />
              <ActionButtons actions={actions} lists={lists} within={within} />
            </>
          )}
          <Failure of={actions.selectAll.failure} />
        </div>
      )}
    </div>
  );
}

interface RunningActionProps {
  progress: Progress;
  isPaused: boolean;
  onStop(): void;
}

/** Shows the progress of an action on several contacts, with a button that stops the action. */
function RunningAction({ progress, isPaused, onStop }: RunningActionProps) {
  const { t, format } = useTexts();
  return (
    <>
      <span role="status" class="tabular-nums">
        {t.contacts.progress(format.number(progress.finished), format.number(progress.total))}
        {isPaused && <span class="hint"> {t.contacts.paused}</span>}
      </span>
      <progress
        class="grow basis-40"
        aria-label={t.contacts.selection}
        max={progress.total}
        value={progress.finished}
      />
      <button type="button" class="btn btn-sm" onClick={onStop}>
        {t.campaigns.stop.label}
      </button>
    </>
  );
}

/** Shows the number of selected contacts, with a button that selects up to `MAX_SELECTED` of all pages. */
function SelectionSize({ actions, total }: { actions: BulkActions; total: number }) {
  const { t, format } = useTexts();
  const { contacts, selectAll } = actions;
  return (
    <>
      <strong role="status">{t.contacts.selected(contacts.length, format.number(contacts.length))}</strong>
      {contacts.length < Math.min(total, MAX_SELECTED) && (
        <button type="button" class="plain" onClick={() => void selectAll.run()}>
          {total > MAX_SELECTED
            ? t.contacts.selectFirst(format.number(MAX_SELECTED))
            : t.contacts.selectAll(format.number(total))}
        </button>
      )}
    </>
  );
}

interface ActionButtonsProps {
  actions: BulkActions;
  lists: readonly ContactList[];
  within: ContactList | null;
}

function ActionButtons({ actions, lists, within }: ActionButtonsProps) {
  const { t, format } = useTexts();
  const { contacts, add, remove } = actions;
  const left = lists.filter(
    ({ id, type }) => type === "default" && contacts.some(({ list_ids }) => list_ids.includes(id)),
  );
  const countOf = (some: readonly Contact[]) => t.contacts.people(some.length, format.number(some.length));
  const whoFor = (list: ContactList) => {
    const missing = missingFrom(list, contacts);
    return missing.length === 0 ? null : countOf(missing);
  };
  const exportCsv = () => saveText(contactsCsv(contacts, lists, t), `${t.menu.contacts.toLowerCase()}.csv`);
  return (
    <div class="ms-auto flex flex-wrap gap-2">
      <AddToList whoFor={whoFor} lists={lists} place="dropdown-top" onChoose={(list) => void add.run(list)} />
      {within === null ? (
        left.length > 0 && (
          <Dropdown
            class="btn btn-sm"
            place="dropdown-top"
            label={
              <>
                <Icon of={ListMinus} />
                {t.contacts.removeFromList}
              </>
            }
          >
            <ListMenu lists={left} onChoose={(list) => void remove.run(list)} />
          </Dropdown>
        )
      ) : (
        <RemoveHere list={within} count={countOf(contacts)} action={remove} />
      )}
      <button type="button" class="btn btn-sm" onClick={exportCsv}>
        <Icon of={Download} />
        {t.contacts.export}
      </button>
      <DeleteSelected actions={actions} lists={lists} />
      <IconButton
        icon={X}
        label={t.contacts.clearSelection}
        title={t.contacts.clearSelection}
        size="sm"
        onClick={actions.clear}
      />
    </div>
  );
}

/** Shows the button that deletes the selected contacts after a confirmation. */
function DeleteSelected({ actions, lists }: { actions: BulkActions; lists: readonly ContactList[] }) {
  const { t, format } = useTexts();
  const { contacts, deletion } = actions;
  const count = t.contacts.people(contacts.length, format.number(contacts.length));
  const blocked = contacts.filter(({ list_ids }) => blocksOf(list_ids, lists).length > 0).length;
  return (
    <ConfirmButton
      label={t.common.delete}
      action={deletion}
      isDangerous
      confirm={t.contacts.deleteCount(count)}
      class="btn btn-sm text-error"
      icon={<Icon of={Trash} />}
    >
      <h2>{t.contacts.deleteQuestion(count)}</h2>
      <p class="mt-2 font-medium">{namesOf(contacts, t.contacts.andMore)}</p>
      <p>{t.contacts.deleting}</p>
      <NumberStays phone="" />
      {blocked > 0 && (
        <p class="warning flex gap-2">
          <Icon of={Ban} />
          {t.contacts.deletingBlocked(blocked, format.number(blocked))}
        </p>
      )}
    </ConfirmButton>
  );
}

/** Maximum number of contacts that one click selects, which is the API's maximum page size. */
export const MAX_SELECTED = 1_000;

interface RemoveHereProps {
  list: ContactList;
  count: string;
  action: ReturnType<typeof useMutation<[ContactList], void>>;
}

/** Shows the button that removes the selected contacts from a list. A blacklist needs a confirmation. */
function RemoveHere({ list, count, action }: RemoveHereProps) {
  const { t } = useTexts();
  const icon = <Icon of={ListMinus} />;
  if (list.type === "default") {
    return (
      <button type="button" class="btn btn-sm" onClick={() => void action.run(list)}>
        {icon}
        {t.contacts.removeFromThis}
      </button>
    );
  }
  return (
    <ConfirmButton
      label={t.contacts.removeFromThis}
      icon={icon}
      isDangerous
      class="btn btn-sm"
      action={{ ...action, run: () => action.run(list) }}
    >
      <p>{t.contacts.unblockingMany(count, list.name)}</p>
      {list.is_provisioned && <p>{t.contacts.consentRecorded}</p>}
    </ConfirmButton>
  );
}

function Failed({ of, onClose }: { of: Outcome<Contact>["failed"]; onClose(): void }) {
  const { t, format } = useTexts();
  if (of.length === 0) return null;
  return (
    <section role="alert" class="max-h-72 overflow-y-auto border-b border-base-300 p-4">
      <IconButton icon={X} label={t.menu.close} size="sm" class="float-right" onClick={onClose} />
      <h2 class="text-error">{t.contacts.failed(of.length, format.number(of.length))}</h2>
      <ul class="rows">
        {of.slice(0, SHOWN).map(({ item, failure }) => (
          <li key={item.id}>
            <a href={`/console/contacts/${item.id}`}>{whoIs(item)}</a>
            <Failure of={failure} />
          </li>
        ))}
        {of.length > SHOWN && <li>{t.contacts.andMore(format.number(of.length - SHOWN))}</li>}
      </ul>
    </section>
  );
}

function namesOf(contacts: readonly Contact[], andMore: (count: string) => string): string {
  const names = contacts.slice(0, SHOWN).map(whoIs);
  const more = contacts.length - names.length;
  return more > 0 ? `${names.join(", ")} ${andMore(String(more))}` : names.join(", ");
}
