import { etagOf, type Recado } from "../../../../client";
import { type Draft, useDraft } from "./use-draft";
import { type Mutation, useMutation } from "./use-mutation";

export type Versioned = Parameters<typeof etagOf>[0];

/**
 * Options of `useEdit`. `current` is the version to edit; undefined for a new resource, which begins with
 * `initial`.
 */
type Options<T extends Versioned, Entered extends object> = (
  { current: T; initial?: undefined } | { current: T | undefined; initial: Entered }
) & {
  /** Key under which the browser stores the draft. */
  place: string;
  enteredOf(resource: T): Entered;
  /** Saves the input. `ifMatch` is the `ETag` of the version that it replaces. */
  save(recado: Recado, entered: Entered, ifMatch: string | undefined): Promise<T>;
  onSaved(saved: T): void;
  /** Called when the user replaces the input with another user's version. */
  onLoaded?(other: T): void;
};

export interface Edit<T, Entered> {
  draft: Draft<Entered>;
  action: Mutation<[ifMatch: string | undefined]>;
  enteredOf(resource: T): Entered;
  /** Saves the input over the version that the user edits. */
  save(): void;
  /** Saves the input over another user's version. */
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
      // The page leaves the form after a creation, so discard input typed during the save.
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
