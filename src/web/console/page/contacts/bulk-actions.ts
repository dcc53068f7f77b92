import { useRef, useState } from "preact/hooks";
import { type Contact, type ContactList, isRecadoError } from "../../../../client";
import { useToast } from "../../../design/toast";
import { contactNamesOf } from "../parts/name-cache";
import { type Outcome, type RateLimitOptions, runEach } from "../service/run-each";
import { useAccount, useMutation } from "../service/hooks";
import { useTexts } from "../texts/language";
import type { People } from "./selection";

interface Options {
  people: People;
  /** Returns the contacts of all pages of the table, up to `MAX_SELECTED`. */
  all(): Promise<readonly Contact[]>;
  onChanged(): void;
}

export interface Progress {
  finished: number;
  total: number;
}

/**
 * Action for one contact. It passes `options` to its request, so that `runEach` can pace the next requests by
 * the rate limit.
 */
type Act = (contact: Contact, options: RateLimitOptions) => Promise<unknown>;

export type BulkActions = ReturnType<typeof useBulkActions>;

/** Returns the actions for the selected contacts. Contacts whose action failed stay selected. */
export function useBulkActions({ people, all, onChanged }: Options) {
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

  /** Runs `act` for each contact. Shows the progress while it runs, and the failed contacts at the end. */
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
  /**
   * Returns the toast's button that undoes an addition or removal. The opt-out list has no such button: an
   * undo would record consents that no person gave or revoked.
   */
  const undo = (list: ContactList, done: readonly Contact[], act: Act) =>
    !list.is_provisioned && {
      action: {
        label: t.state.undo,
        run: () =>
          void each(done, act).then((outcome) => {
            toast(
              outcome.failed.length === 0
                ? { text: t.contacts.undone }
                : { text: t.contacts.notUndone(count(outcome.failed.length)), isError: true },
            );
          }),
      },
    };
  const join =
    (list: ContactList): Act =>
    (contact, options) =>
      recado.contactLists.addMember({ list_id: list.id, contact_id: contact.id }, options);
  const leave =
    (list: ContactList): Act =>
    (contact, options) =>
      withoutMissing(recado.contactLists.removeMember({ list_id: list.id, contact_id: contact.id }, options));

  const add = useMutation(async (_, list: ContactList) => {
    const missing = missingFrom(list, contacts);
    const already = contacts.length - missing.length;
    const { done } = await each(missing, join(list));
    keep(missing, done);
    if (done.length > 0) {
      toast({
        text: t.contacts.addedTo(...counted(done), list.name, already),
        ...undo(list, done, leave(list)),
      });
    } else if (missing.length === 0) toast({ text: t.contacts.alreadyOn(list.name) });
  });
  const remove = useMutation(async (_, list: ContactList) => {
    const members = contacts.filter(({ list_ids }) => list_ids.includes(list.id));
    const { done } = await each(members, leave(list));
    keep(members, done);
    if (done.length > 0) {
      toast({
        text: t.contacts.removedFrom(...counted(done), list.name),
        ...undo(list, done, join(list)),
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
  return {
    contacts,
    progress,
    isPaused,
    failed,
    add,
    remove,
    deletion,
    selectAll,
    stop: () => controller.current?.abort(),
    clear: () => people.choose([]),
    closeFailed: () => setFailed([]),
  };
}

export const missingFrom = ({ id }: ContactList, contacts: readonly Contact[]): Contact[] =>
  contacts.filter(({ list_ids }) => !list_ids.includes(id));

/** Awaits a deletion. Treats a 404 as a success, because the resource is already gone. */
export const withoutMissing = (call: Promise<unknown>): Promise<unknown> =>
  call.catch((failure: unknown) => {
    if (!isRecadoError(failure) || failure.status !== 404) throw failure;
  });
