import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { forgetDraft, loadDraft, saveDraft } from "./drafts";
import { type Mutation, useAccount, useMutation } from "./hooks";
import { etagOf, type Recado } from "../../../../client";

export interface Draft<T> {
  value: T;
  /** Value without the user's changes. In a restored draft, it may be older than the service's version. */
  base: T;
  change(changes: Partial<T>): void;
  isChanged: boolean;
  /** Whether the draft was restored from storage. */
  isRestored: boolean;
  /** `ETag` of the version that the user edits; undefined for a new resource or one without versions. */
  version: string | undefined;
  /** Replaces the input with the service's version, and removes the stored draft. */
  discard(): void;
  /**
   * Makes a saved or loaded version the new base and the input. If `sent` is given, keeps input that the user
   * changed after sending it.
   */
  settle(value: T, version: string | undefined, sent?: T): void;
  /**
   * Makes `value` the new base and input. If the user has changed the input since `sent`, the input stays, or
   * becomes what `restOf` returns for it.
   */
  settleSent(sent: T, value: T, restOf?: (later: T) => T): void;
}

interface State<T> {
  value: T;
  /** Value without the user's changes. */
  base: T;
  version: string | undefined;
  isRestored: boolean;
}

const isSame = <T>(a: T, b: T) => JSON.stringify(a) === JSON.stringify(b);

const isChanged = <T>({ value, base }: State<T>) => !isSame(value, base);

/**
 * Returns the draft if the user has changed it, otherwise the newest version. `read` is the version that the
 * page read last; null if a save has replaced that version.
 */
const upToDate = <T>(state: State<T>, read: State<T> | null): State<T> =>
  read === null || state.version === read.version || isChanged(state) ? state : read;

const fresh = <T>(value: T, version: string | undefined): State<T> => ({
  value,
  base: value,
  version,
  isRestored: false,
});

/** Returns the stored draft; null if there is none, or if another release stored it with other fields. */
function restored<T extends object>(stored: unknown, current: T): State<T> | null {
  const { value, base, version } = (stored ?? {}) as Partial<State<T>>;
  const fields = (one: object | undefined) => JSON.stringify(Object.keys(one ?? {}).sort());
  if (value === undefined || base === undefined || fields(value) !== fields(current)) return null;
  return { value, base, version, isRestored: true };
}

/** Returns a form's input, which survives reloads until the user saves it, discards it or signs out. */
export function useDraft<T extends object>(place: string, current: T, version?: string): Draft<T> {
  const { key } = useAccount();
  const [held, setHeld] = useState<State<T>>(
    () => restored(loadDraft(key.id, place), current) ?? fresh(current, version),
  );
  // `ETag` of the resource that the page read last, and whether a save has replaced that content. Comparing
  // `ETag`s alone is not enough: restoring earlier content restores its `ETag`.
  const latest = useRef({ version, isReplaced: false });
  if (latest.current.version !== version) latest.current = { version, isReplaced: false };
  const read = latest.current.isReplaced ? null : fresh(current, version);
  const state = upToDate(held, read);
  const text = isChanged(state) ? JSON.stringify(state.value) : null;
  // A layout effect stores the draft before the browser paints, so an immediate reload cannot lose it.
  useLayoutEffect(() => {
    if (text === null) forgetDraft(key.id, place);
    else saveDraft(key.id, place, { value: state.value, base: state.base, version: state.version });
  }, [key.id, place, text, state.version]);
  /**
   * Returns the stored draft if it differs from `sent`, otherwise null. It includes changes that the user
   * made in a new instance of the form while `sent` was being saved.
   */
  const changedSince = (sent: T) => {
    const stored = restored(loadDraft(key.id, place), current);
    return stored !== null && !isSame(stored.value, sent) ? stored : null;
  };
  return {
    value: state.value,
    base: state.base,
    isChanged: text !== null,
    isRestored: state.isRestored,
    version: state.version,
    change: (changes) =>
      setHeld((before) => {
        const at = upToDate(before, read);
        return { ...at, value: { ...at.value, ...changes } };
      }),
    // `discard`, `settle` and `settleSent` change the stored draft at once, because the form may unmount
    // before the effect runs.
    discard() {
      forgetDraft(key.id, place);
      setHeld((before) => read ?? fresh(before.base, before.version));
    },
    settle(value, settled, sent) {
      const later = sent === undefined ? null : changedSince(sent);
      if (later === null) forgetDraft(key.id, place);
      else saveDraft(key.id, place, { value: later.value, base: value, version: settled });
      // While the request ran, the page may have read another version, which this save replaces too.
      latest.current.isReplaced = true;
      setHeld((before) => {
        const at = upToDate(before, read);
        const isKept = sent !== undefined && !isSame(at.value, sent);
        return isKept ? { ...at, base: value, version: settled } : fresh(value, settled);
      });
    },
    settleSent(sent, value, restOf = (later) => later) {
      const later = changedSince(sent);
      if (later === null) forgetDraft(key.id, place);
      else saveDraft(key.id, place, { ...later, value: restOf(later.value) });
      setHeld((before) =>
        isSame(before.value, sent) ? fresh(value, version) : { ...before, value: restOf(before.value) },
      );
    },
  };
}

export type Versioned = Parameters<typeof etagOf>[0];

/**
 * Options of `useEdit`. `current` is the version to edit; undefined for a new resource. The input of a new
 * resource begins with `initial`.
 */
type Options<T extends Versioned, Entered extends object> = (
  { current: T; initial?: undefined } | { current: T | undefined; initial: Entered }
) & {
  /** Part of the key under which the browser stores the draft; unique per form. */
  place: string;
  enteredOf(resource: T): Entered;
  /** Saves the input. `ifMatch` is the `ETag` of the replaced version; undefined for a new resource. */
  save(recado: Recado, entered: Entered, ifMatch: string | undefined): Promise<T>;
  onSaved(saved: T): void;
  /** Called after the user has replaced the input with another user's version. */
  onLoaded?(other: T): void;
};

export interface Edit<T, Entered> {
  draft: Draft<Entered>;
  action: Mutation<[ifMatch: string | undefined]>;
  enteredOf(resource: T): Entered;
  /** Saves the input. The service rejects the save if another user has changed the resource since. */
  save(): void;
  /** Saves the input in place of another user's version. */
  overwrite(other: T): void;
  /** Replaces the input with another user's version. */
  load(other: T): void;
}

/** Returns the input of a form for a resource that other users can change at the same time. */
export function useEdit<T extends Versioned, Entered extends object>(
  options: Options<T, Entered>,
): Edit<T, Entered> {
  const { place, current, enteredOf, initial, save, onSaved, onLoaded } = options;
  const draft = useDraft(
    place,
    current === undefined ? (initial as Entered) : enteredOf(current),
    current && etagOf(current),
  );
  const settle = (resource: T, sent?: Entered) => draft.settle(enteredOf(resource), etagOf(resource), sent);
  const action = useMutation(
    (recado, ifMatch: string | undefined) => save(recado, draft.value, ifMatch),
    (saved) => {
      // The page leaves the form after creating a resource, so input typed during the save is discarded.
      settle(saved, current && draft.value);
      onSaved(saved);
    },
  );
  return {
    draft,
    action,
    enteredOf,
    save: () => void action.run(draft.version),
    overwrite: (other) => void action.run(etagOf(other)),
    load(other) {
      settle(other);
      action.forget();
      onLoaded?.(other);
    },
  };
}
