import { useLayoutEffect, useState } from "preact/hooks";
import { forgetDraft, keepDraft, keptDraft } from "./drafts";
import { useAccount } from "./signed-in";

export interface Draft<T> {
  value: T;
  change(changes: Partial<T>): void;
  isChanged: boolean;
  /** Whether the draft began with restored input. */
  isRestored: boolean;
  /** `ETag` of the version that was edited; undefined for a new resource. */
  version: string | undefined;
  /** Returns to the service's version. */
  discard(): void;
  /** Continues from the version that was just saved or loaded. */
  settle(value: T, version?: string): void;
}

interface State<T> {
  value: T;
  /** Value before the changes. */
  base: T;
  version: string | undefined;
  isRestored: boolean;
}

const isChanged = <T>({ value, base }: State<T>) => JSON.stringify(value) !== JSON.stringify(base);

/** Returns the service's current version, unless the user has changed the draft. */
const upToDate = <T>(state: State<T>, current: T, version: string | undefined): State<T> =>
  state.version === version || isChanged(state) ? state : fresh(current, version);

const fresh = <T>(value: T, version: string | undefined): State<T> => ({
  ...{ value, base: value, version },
  isRestored: false,
});

/** Returns the stored draft if its fields match: another release may have stored other fields. */
function restored<T extends object>(kept: unknown, current: T): State<T> | null {
  const { value, base, version } = (kept ?? {}) as Partial<State<T>>;
  const fields = (one: object | undefined) => JSON.stringify(Object.keys(one ?? {}).sort());
  if (value === undefined || base === undefined || fields(value) !== fields(current)) return null;
  return { value, base, version, isRestored: true };
}

/** Returns the input of a form, which survives reloads until the user saves or discards it. */
export function useDraft<T extends object>(place: string, current: T, version?: string): Draft<T> {
  const { key } = useAccount();
  const [held, setHeld] = useState<State<T>>(
    () => restored(keptDraft(key.id, place), current) ?? fresh(current, version),
  );
  const state = upToDate(held, current, version);
  const text = isChanged(state) ? JSON.stringify(state.value) : null;
  // Stores the draft before the next paint: the user may reload as soon as the text is visible.
  useLayoutEffect(() => {
    if (text === null) forgetDraft(key.id, place);
    else keepDraft(key.id, place, { value: state.value, base: state.base, version: state.version });
  }, [key.id, place, text, state.version]);
  return {
    value: state.value,
    isChanged: text !== null,
    isRestored: state.isRestored,
    version: state.version,
    change: (changes) =>
      setHeld((before) => {
        const at = upToDate(before, current, version);
        return { ...at, value: { ...at.value, ...changes } };
      }),
    // The page may unmount the form before the effect above runs.
    discard() {
      forgetDraft(key.id, place);
      setHeld(fresh(current, version));
    },
    settle(value, settled) {
      forgetDraft(key.id, place);
      setHeld(fresh(value, settled));
    },
  };
}
