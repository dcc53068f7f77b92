import { Ban, Download, ListMinus, ListPlus, Trash, X } from "lucide";
import { useRef, useState } from "preact/hooks";
import { type Contact, type ContactList, isRecadoError } from "../../../../client";
import { Dropdown } from "../../../design/dropdown";
import { Icon, IconButton } from "../../../design/icon";
import { useToast } from "../../../design/toast";
import { ListMenu } from "../parts/list-menu";
import { ConfirmButton } from "../parts/dialog-buttons";
import { Failure } from "../parts/failure";
import { phoneText } from "../parts/phone-text";
import { saveText } from "../parts/save-text";
import { contactNamesOf } from "../parts/name-cache";
import { type Outcome, type Paced, runEach } from "../service/run-each";
import { useAccount } from "../service/signed-in";
import { useMutation } from "../service/use-mutation";
import { useTexts } from "../texts/language";
import { contactsCsv } from "./csv";
import { blocksOf } from "./rules";
import type { People } from "./selection";

/** Maximum number of names in a question, and of failures shown. */
const SHOWN = 5;

interface Props {
  people: People;
  lists: readonly ContactList[];
  /** List whose members the table shows, if any. */
  within: ContactList | null;
  /** Number of contacts in the table, with all its pages. */
  total: number;
  /** Returns the contacts of all pages of the table, at most `MAX_SELECTED`. */
  all(): Promise<readonly Contact[]>;
  onChanged(): void;
}

interface Progress {
  finished: number;
  total: number;
}

/**
 * Action for one contact. It passes `options` to its request, so that `runEach` can pace further requests.
 */
type Act = (contact: Contact, options: Paced) => Promise<unknown>;

const whoIs = ({ name, phone }: Contact): string => name ?? phoneText(phone);

/** Bar with the actions for the selected contacts. Contacts whose action failed stay selected. */
export function BulkBar({ people, lists, within, total, all, onChanged }: Props) {
  const { t, format } = useTexts();
  const { recado, account, onEnded } = useAccount();
  const toast = useToast();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [isPaused, setPaused] = useState(false);
  const [failed, setFailed] = useState<Outcome<Contact>["failed"]>([]);
  const controller = useRef<AbortController | null>(null);
  const contacts = [...people.chosen.values()];
  const counted = (some: readonly unknown[]) => [some.length, format.number(some.length)] as const;
  const count = (number: number) => t.contacts.people(number, format.number(number));

  /** Runs an action for contacts. Contacts without a success stay selected. */
  const each = async (of: readonly Contact[], act: Act) => {
    controller.current = new AbortController();
    setFailed([]);
    setProgress({ finished: 0, total: of.length });
    const outcome = await runEach(of, act, {
      onProgress: (finished) => setProgress({ finished, total: of.length }),
      onPause: setPaused,
      signal: controller.current.signal,
    });
    setProgress(null);
    setPaused(false);
    setFailed(outcome.failed);
    if (outcome.failed.some(({ failure }) => isRecadoError(failure) && failure.status === 401)) onEnded();
    onChanged();
    return outcome;
  };
  const keep = (of: readonly Contact[], done: readonly Contact[]) => {
    const finished = new Set(done.map(({ id }) => id));
    people.choose(of.filter(({ id }) => !finished.has(id)));
  };
  const undo = (done: readonly Contact[], act: Act) => ({
    label: t.state.undo,
    run: () =>
      void each(done, act).then((outcome) => {
        toast(
          outcome.failed.length === 0
            ? { text: t.contacts.undone }
            : { text: t.contacts.notUndone(count(outcome.failed.length)), isError: true },
        );
      }),
  });
  const join =
    (list: ContactList): Act =>
    (contact, options) =>
      recado.contactLists.addMember({ list_id: list.id, contact_id: contact.id }, options);
  const leave =
    (list: ContactList): Act =>
    (contact, options) =>
      withoutMissing(recado.contactLists.removeMember({ list_id: list.id, contact_id: contact.id }, options));

  const add = useMutation(async (list: ContactList) => {
    const missing = contacts.filter(({ list_ids }) => !list_ids.includes(list.id));
    const already = contacts.length - missing.length;
    const { done } = await each(missing, join(list));
    keep(missing, done);
    if (done.length > 0) {
      toast({
        text: t.contacts.addedTo(...counted(done), list.name, already),
        action: undo(done, leave(list)),
      });
    } else if (missing.length === 0) toast({ text: t.contacts.alreadyOn(list.name) });
  });
  const remove = useMutation(async (list: ContactList) => {
    const members = contacts.filter(({ list_ids }) => list_ids.includes(list.id));
    const { done } = await each(members, leave(list));
    keep(members, done);
    if (done.length > 0) {
      toast({
        text: t.contacts.removedFrom(...counted(done), list.name),
        action: undo(done, join(list)),
      });
    }
  });
  const deletion = useMutation(async () => {
    const { done } = await each(contacts, ({ id }, options) =>
      withoutMissing(recado.contacts.delete({ contact_id: id }, options)),
    );
    for (const { id } of done) contactNamesOf(account.id).forget(id);
    keep(contacts, done);
    if (done.length > 0) toast({ text: t.contacts.deleted(...counted(done)) });
  });
  const selectAll = useMutation(async () => people.choose([...contacts, ...(await all())]));
  const exportCsv = () => saveText(contactsCsv(contacts, lists, t), `${t.menu.contacts.toLowerCase()}.csv`);
  const isBusy = progress !== null;
  const left = lists.filter(
    ({ id, type }) => type === "default" && contacts.some(({ list_ids }) => list_ids.includes(id)),
  );
  const blocked = contacts.filter(({ list_ids }) => blocksOf(list_ids, lists).length > 0).length;

  if (contacts.length === 0 && !isBusy && failed.length === 0) return null;
  return (
    <div class="sticky bottom-3 z-10 mt-3 rounded-box border border-base-300 bg-base-100 shadow-lg">
      <Failed of={failed} onClose={() => setFailed([])} />
      {(contacts.length > 0 || isBusy) && (
        <div
          role="group"
          aria-label={t.contacts.selection}
          class="flex flex-wrap items-center gap-2 p-2 ps-4"
        >
          {isBusy ? (
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
              <button type="button" class="btn btn-sm" onClick={() => controller.current?.abort()}>
                {t.contacts.stop}
              </button>
            </>
          ) : (
            <>
              <strong role="status">
                {t.contacts.selected(contacts.length, format.number(contacts.length))}
              </strong>
              {contacts.length < Math.min(total, MAX_SELECTED) && (
                <button type="button" class="plain" onClick={() => void selectAll.run()}>
                  {total > MAX_SELECTED
                    ? t.contacts.selectFirst(format.number(MAX_SELECTED))
                    : t.contacts.selectAll(format.number(total))}
                </button>
              )}
              <div class="ms-auto flex flex-wrap gap-2">
                <Dropdown
                  class="btn btn-sm"
                  place="dropdown-top"
                  label={
                    <>
                      <Icon of={ListPlus} />
                      {t.contacts.addToList}
                    </>
                  }
                >
                  <ListMenu lists={lists} onChoose={(list) => void add.run(list)} />
                </Dropdown>
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
                  <RemoveHere list={within} count={count(contacts.length)} action={remove} />
                )}
                <button type="button" class="btn btn-sm" onClick={exportCsv}>
                  <Icon of={Download} />
                  {t.contacts.export}
                </button>
                <ConfirmButton
                  {...{ label: t.common.delete, action: deletion, isDangerous: true }}
                  confirm={t.contacts.deleteCount(count(contacts.length))}
                  class="btn btn-sm text-error"
                  icon={<Icon of={Trash} />}
                >
                  <h2>{t.contacts.deleteQuestion(count(contacts.length))}</h2>
                  <p class="mt-2 font-medium">{namesOf(contacts, t.contacts.andMore)}</p>
                  <p>{t.contacts.deleting}</p>
                  {blocked > 0 && (
                    <p class="warning flex gap-2">
                      <Icon of={Ban} />
                      {t.contacts.deletingBlocked(blocked, format.number(blocked))}
                    </p>
                  )}
                </ConfirmButton>
                <IconButton
                  {...{ icon: X, label: t.contacts.clearSelection, title: t.contacts.clearSelection }}
                  size="sm"
                  onClick={() => people.choose([])}
                />
              </div>
            </>
          )}
          <Failure of={selectAll.failure} />
        </div>
      )}
    </div>
  );
}

/** Maximum number of contacts selected at once: the largest page of the API. */
export const MAX_SELECTED = 1_000;

interface RemoveHereProps {
  list: ContactList;
  count: string;
  action: ReturnType<typeof useMutation<[ContactList], void>>;
}

/** Button that removes the selected contacts from a list. A suppression list requires a confirmation. */
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
      {...{ label: t.contacts.removeFromThis, icon, isDangerous: true, class: "btn btn-sm" }}
      action={{ ...action, run: () => action.run(list) }}
    >
      <p>{t.contacts.unblockingMany(count, list.name)}</p>
    </ConfirmButton>
  );
}

function Failed({ of, onClose }: { of: Outcome<Contact>["failed"]; onClose(): void }) {
  const { t, format } = useTexts();
  if (of.length === 0) return null;
  return (
    <section role="alert" class="max-h-72 overflow-y-auto border-b border-base-300 p-4">
      <IconButton {...{ icon: X, label: t.menu.close, size: "sm", class: "float-right", onClick: onClose }} />
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

/** Treats a 404 as a success, because the entry is already gone. */
const withoutMissing = (call: Promise<unknown>): Promise<unknown> =>
  call.catch((failure: unknown) => {
    if (!isRecadoError(failure) || failure.status !== 404) throw failure;
  });
