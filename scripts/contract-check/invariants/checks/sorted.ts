import { at, shown, textAt } from "../values";
import { checkNewestFirst } from "./newest-first";

export interface Sorted {
  /** Value of the parameter: a field, or `-` and a field for the descending order. */
  order: string;
  /** Field of the list's default order, in which new entries are also compared by their creation. */
  created: string;
  entries: readonly unknown[];
  /** Ids of the resources that this run created, oldest first. */
  ids: readonly string[];
}

/** Checks that entries are in the order that the query names. */
export function checkSorted({ order, created, entries, ids }: Sorted): string[] {
  const field = order.replace(/^-/, "");
  const descending = order.startsWith("-") ? [...entries] : [...entries].reverse();
  if (field === created) return checkNewestFirst(created, descending, ids);
  const wrong = descending.findIndex(
    (entry, index) => index > 0 && isAfter(textAt(entry, field), textAt(descending[index - 1], field)),
  );
  if (wrong < 1) return [];
  const [one, other] = [descending[wrong - 1], descending[wrong]].map((entry) => shown(at(entry, field)));
  return [`${order} does not order ${one} and ${other}`];
}

/** Returns the form in which names are compared, as the API folds them. */
const comparable = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ς", "σ");

/** The contract does not say where a name with control characters is. */
const isComparable = (text: string): boolean => !/[\p{Cc}]/u.test(text);

/** Returns whether a text comes after another one by code points. `<` would compare UTF-16 units. */
function isAfter(text: string, other: string): boolean {
  if (!isComparable(text) || !isComparable(other)) return false;
  return Buffer.compare(Buffer.from(comparable(text)), Buffer.from(comparable(other))) > 0;
}
