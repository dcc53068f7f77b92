import { etagOf, type Recado } from "../../../../client";
import { type Draft, useDraft } from "./use-draft";
import { type Mutation, useMutation } from "./hooks";

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
