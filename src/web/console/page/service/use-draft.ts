import { useLayoutEffect, useState } from "preact/hooks";
import { forgetDraft, keepDraft, keptDraft } from "./drafts";
import { useAccount } from "./signed-in";

export interface Draft<T> {
  value: T;
  change(changes: Partial<T>): void;
  isChanged: boolean;
  /** It began with what was left unsaved before. */
  isRestored: boolean;
  /** The `ETag` of the version that the changes began with; undefined for what is yet to be made. */
  version: string | undefined;
  /** Goes back to what the service has. */
  discard(): void;
  /** Continues from what the service has now. */
  settle(value: T, version?: string): void;
}

interface State<T> {
  value: T;
  /** What the changes began with. */
  base: T;
  version: string | undefined;
  isRestored: boolean;
}

const isChanged = <T>({ value, base }: State<T>) => JSON.stringify(value) !== JSON.stringify(base);

/** What the service has now, unless something has been entered. */
const upToDate = <T>(state: State<T>, given: T, version: string | undefined): State<T> =>
  state.version === version || isChanged(state) ? state : fresh(given, version);

const fresh = <T>(value: T, version: string | undefined): State<T> => ({
  ...{ value, base: value, version },
  isRestored: false,
});

/** Another release of the console may have kept a draft of other fields. */
function restored<T extends object>(kept: unknown, given: T): State<T> | null {
  const { value, base, version } = (kept ?? {}) as Partial<State<T>>;
  const fields = (one: object | undefined) => JSON.stringify(Object.keys(one ?? {}).sort());
  if (value === undefined || base === undefined || fields(value) !== fields(given)) return null;
  return { value, base, version, isRestored: true };
}

/** What a person enters at a place, kept across reloads until it is saved or discarded. */
export function useDraft<T extends object>(place: string, given: T, version?: string): Draft<T> {
  const { key } = useAccount();
  const [held, setHeld] = useState<State<T>>(
    () => restored(keptDraft(key.id, place), given) ?? fresh(given, version),
  );
  const state = upToDate(held, given, version);
  const text = isChanged(state) ? JSON.stringify(state.value) : null;
  // Before the next paint: a reload may come as soon as the text is on the screen.
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
        const at = upToDate(before, given, version);
        return { ...at, value: { ...at.value, ...changes } };
      }),
    // The page may leave the form before the effect above runs.
    discard() {
      forgetDraft(key.id, place);
      setHeld(fresh(given, version));
    },
    settle(value, settled) {
      forgetDraft(key.id, place);
      setHeld(fresh(value, settled));
    },
  };
}
