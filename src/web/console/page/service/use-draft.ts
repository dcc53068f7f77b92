import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { forgetDraft, saveDraft, loadDraft } from "./drafts";
import { useAccount } from "./signed-in";

export interface Draft<T> {
  value: T;
  /** Value without the user's changes. A restored draft's base may be older than the current version. */
  base: T;
  change(changes: Partial<T>): void;
  isChanged: boolean;
  /** Whether the draft was restored from storage. */
  isRestored: boolean;
  /** `ETag` of the version that the user edits; undefined for a new resource. */
  version: string | undefined;
  /** Replaces the input with the service's version. */
  discard(): void;
  /**
   * Sets the version that was just saved or loaded as the new base. Keeps input that differs from what was
   * sent, if `sent` is given.
   */
  settle(value: T, version: string | undefined, sent?: T): void;
  /** Sets the value as the new base, unless the input differs from what was sent. */
  settleSent(sent: T, value: T): void;
}

interface State<T> {
  value: T;
  /** Value without the user's changes. */
  base: T;
  version: string | undefined;
  /** Version of `current` at the save of `version`. It is older, so the draft ignores it. */
  replaced?: string | undefined;
  isRestored: boolean;
}

const isSame = <T>(a: T, b: T) => JSON.stringify(a) === JSON.stringify(b);

const isChanged = <T>({ value, base }: State<T>) => !isSame(value, base);

/** Returns the draft if the user has changed it, otherwise the newest version. */
const upToDate = <T>(state: State<T>, current: T, version: string | undefined): State<T> =>
  state.version === version || isChanged(state) ? state : newest(state, current, version);

/** Returns the newest version, which is `current` unless a save has replaced it. */
const newest = <T>(state: State<T>, current: T, version: string | undefined): State<T> =>
  version !== undefined && state.replaced === version
    ? { ...state, value: state.base }
    : fresh(current, version);

const fresh = <T>(value: T, version: string | undefined): State<T> => ({
  value,
  base: value,
  version,
  isRestored: false,
});

/** Returns the stored draft; null if there is none, or if another release stored one with other fields. */
function restored<T extends object>(stored: unknown, current: T): State<T> | null {
  const { value, base, version } = (stored ?? {}) as Partial<State<T>>;
  const fields = (one: object | undefined) => JSON.stringify(Object.keys(one ?? {}).sort());
  if (value === undefined || base === undefined || fields(value) !== fields(current)) return null;
  return { value, base, version, isRestored: true };
}

/** Returns the input of a form. The input survives reloads until the user saves or discards it. */
export function useDraft<T extends object>(place: string, current: T, version?: string): Draft<T> {
  const { key } = useAccount();
  const [held, setHeld] = useState<State<T>>(
    () => restored(loadDraft(key.id, place), current) ?? fresh(current, version),
  );
  // `settle` runs after a request, during which the page may have read another version.
  const latest = useRef(version);
  latest.current = version;
  const state = upToDate(held, current, version);
  const text = isChanged(state) ? JSON.stringify(state.value) : null;
  // A layout effect stores the draft before the browser paints, so an immediate reload cannot lose it.
  useLayoutEffect(() => {
    if (text === null) forgetDraft(key.id, place);
    else saveDraft(key.id, place, { value: state.value, base: state.base, version: state.version });
  }, [key.id, place, text, state.version]);
  /** Returns the stored draft if the user, also in a new instance of the form, has changed what was sent. */
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
        const at = upToDate(before, current, version);
        return { ...at, value: { ...at.value, ...changes } };
      }),
    // `discard` and `settle` change the stored draft at once: the form may unmount before the effect runs.
    discard() {
      forgetDraft(key.id, place);
      setHeld((before) => newest(before, current, version));
    },
    settle(value, settled, sent) {
      const later = sent === undefined ? null : changedSince(sent);
      if (later === null) forgetDraft(key.id, place);
      else saveDraft(key.id, place, { value: later.value, base: value, version: settled });
      setHeld((before) => {
        const at = upToDate(before, current, version);
        const isKept = sent !== undefined && !isSame(at.value, sent);
        const saved = isKept ? { ...at, base: value, version: settled } : fresh(value, settled);
        return { ...saved, replaced: latest.current };
      });
    },
    settleSent(sent, value) {
      if (changedSince(sent) === null) forgetDraft(key.id, place);
      setHeld((before) => (isSame(before.value, sent) ? fresh(value, version) : before));
    },
  };
}
