import { useRef } from "preact/hooks";
import { changed, moved, without } from "./draft";

export interface Entry<T> {
  value: T;
  index: number;
  /** Number of entries in the list. */
  count: number;
  /** Key of the entry's component, which stays the same when the entry moves. */
  key: number;
  change(changes: Partial<T>): void;
  move(steps: number): void;
  remove(): void;
}

/** Returns the entries of a list, each with functions that change, move or remove it. */
export function useEntries<T extends object>(list: readonly T[], onChange: (list: T[]) => void): Entry<T>[] {
  const keys = useRef<number[]>([]);
  const created = useRef(0);
  while (keys.current.length < list.length) keys.current.push(created.current++);
  return list.map((value, index) => ({
    value,
    index,
    count: list.length,
    key: keys.current[index] as number,
    change: (changes) => onChange(changed(list, index, changes)),
    move(steps) {
      keys.current = moved(keys.current, index, steps);
      onChange(moved(list, index, steps));
    },
    remove() {
      keys.current = without(keys.current, index);
      onChange(without(list, index));
    },
  }));
}
