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

/** Checks that entries are sorted by a text field, ignoring case and accents. */
export function checkOrdered(field: string, entries: readonly unknown[]): string[] {
  const texts = entries.map((entry) => textAt(entry, field));
  const wrong = texts.findIndex((text, index) => index > 0 && folded(text) < folded(texts[index - 1] ?? ""));
  return wrong < 0
    ? []
    : [`an entry of ${shown(texts[wrong])} comes after one of ${shown(texts[wrong - 1])}`];
}
