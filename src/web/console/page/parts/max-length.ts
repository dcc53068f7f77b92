/** Text that the user is about to insert into an input or text area. */
interface Insertion {
  value: string;
  /** Start of the selection that the text replaces, in UTF-16 units. `end` is its end. */
  start: number;
  end: number;
  /** Inserted text; null if the browser does not report it. */
  text: string | null;
}

/** Returns the length of the value, in UTF-16 units, at which the insertion reaches `max` code points. */
export function unitsFor({ value, start, end, text }: Insertion, max: number): number {
  const kept = value.slice(0, start) + value.slice(end);
  const room = Math.max(0, max - [...kept].length);
  const fitting = [...(text ?? "")].slice(0, room);
  return kept.length + room + fitting.filter((character) => character.length > 1).length;
}

/**
 * Makes `maxlength` count code points, as the contract's limits do; browsers count UTF-16 units, two per
 * emoji. Before each insertion, sets the attribute to the number of units that the value may reach.
 */
export function limitByCharacters(root: Document): void {
  const limits = new WeakMap<Element, { max: number; units: number }>();
  root.addEventListener("beforeinput", ({ target, data, inputType }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    if (target.maxLength < 0) return;
    const last = limits.get(target);
    const max = last?.units === target.maxLength ? last.max : target.maxLength;
    const { value } = target;
    const start = target.selectionStart ?? value.length;
    const end = target.selectionEnd ?? value.length;
    // Undo and redo restore a text of unknown length that was within the limit. A code point has at most two
    // units.
    const isHistory = inputType.startsWith("history");
    const units = isHistory ? 2 * max : unitsFor({ value, start, end, text: data }, max);
    limits.set(target, { max, units });
    target.maxLength = units;
  });
}
