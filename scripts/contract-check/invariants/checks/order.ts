import { at, folded, shown, textAt } from "../values";

/**
 * Checks that newer entries come first. Timestamps have a resolution of one second, so resources created by
 * this run are also compared by their place in `order`: their ids, oldest first.
 */
export function checkNewestFirst(
  field: string,
  entries: readonly unknown[],
  order: readonly string[],
): string[] {
  const faults: string[] = [];
  entries.forEach((entry, index) => {
    const [before, after] = [textAt(entries[index - 1], field), textAt(entry, field)];
    if (index === 0 || before >= after) return;
    faults.push(`an entry of ${shown(after)} comes after one of ${shown(before)}`);
  });
  const known = entries.map((entry) => order.indexOf(String(at(entry, "id")))).filter((place) => place >= 0);
  const wrong = known.findIndex((place, index) => index > 0 && place > (known[index - 1] ?? 0));
  if (wrong > 0) {
    faults.push(
      `${order[known[wrong] ?? 0]} comes after ${order[known[wrong - 1] ?? 0]}, which was created before it`,
    );
  }
  return faults.slice(0, 1);
}

interface Sorted {
  /** Value of the parameter: a field, or `-` and a field for the descending order. */
  order: string;
  /** Field with the time of creation. An order by this field is also checked against `ids`. */
  created: string;
  entries: readonly unknown[];
  /** Ids of the resources that this run created, oldest first. */
  ids: readonly string[];
}

export function checkSorted({ order, created, entries, ids }: Sorted): string[] {
  const field = order.replace(/^-/, "");
  const descending = order.startsWith("-") ? [...entries] : [...entries].reverse();
  if (field === created) return checkNewestFirst(created, descending, ids);
  const pair = outOfOrder(field, descending);
  return pair ? [`${order} does not order ${pair[0]} and ${pair[1]}`] : [];
}

/** Checks that entries are sorted by a text field, ignoring case and accents. */
export function checkOrdered(field: string, entries: readonly unknown[]): string[] {
  const pair = outOfOrder(field, [...entries].reverse());
  return pair ? [`an entry of ${pair[0]} comes after one of ${pair[1]}`] : [];
}

/** Returns the values of two neighbours that are not in descending order; null if there are none. */
function outOfOrder(field: string, entries: readonly unknown[]): readonly [string, string] | null {
  const wrong = entries.findIndex(
    (entry, index) => index > 0 && isAfter(textAt(entry, field), textAt(entries[index - 1], field)),
  );
  return wrong < 1 ? null : [shown(at(entries[wrong - 1], field)), shown(at(entries[wrong], field))];
}

/** Returns a text as the API folds it for comparisons. */
const comparable = (text: string): string => folded(text).replaceAll("ς", "σ");

/** Returns whether a text has no control characters, whose order the contract does not define. */
const isComparable = (text: string): boolean => !/[\p{Cc}]/u.test(text);

/** Returns whether a text comes after another one by code points. `<` would compare UTF-16 units. */
function isAfter(text: string, other: string): boolean {
  if (!isComparable(text) || !isComparable(other)) return false;
  return Buffer.compare(Buffer.from(comparable(text)), Buffer.from(comparable(other))) > 0;
}
