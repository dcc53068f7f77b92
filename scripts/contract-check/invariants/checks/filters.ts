import type { Filter } from "../../../../src/web/docs/invariants";
import { at, isEchoed, folded, isObject, shown, textAt, textsIn } from "../values";

function matches(filter: Filter, value: string | readonly string[], entry: unknown): boolean {
  const values = [value].flat();
  if ("field" in filter) {
    const has = at(entry, filter.field);
    const all = Array.isArray(has)
      ? (has as readonly unknown[])
      : [typeof has === "boolean" ? String(has) : has];
    return values.some((one) => all.some((its) => isEchoed(one, its)));
  }
  if ("pair_in" in filter) {
    const pairs = at(entry, filter.pair_in);
    return (
      isObject(pairs) && values.every((pair) => Object.entries(pairs).some((one) => one.join("=") === pair))
    );
  }
  const [text = ""] = values;
  if ("contained_in" in filter) {
    const has = filter.contained_in.flatMap((field) => textsIn(at(entry, field)));
    return has.some((one) => folded(one).includes(folded(text)));
  }
  if ("not_before" in filter) return Date.parse(textAt(entry, filter.not_before)) >= startOf(text);
  return Date.parse(textAt(entry, filter.not_after)) <= startOf(text);
}

/** Truncates an instant to seconds, the resolution of time filters. */
const startOf = (text: string) => Math.floor(Date.parse(text) / 1_000) * 1_000;

interface Filtered {
  filters: Readonly<Record<string, Filter>>;
  query: Readonly<Record<string, string | readonly string[]>>;
  entries: readonly unknown[];
  /** Resources that the run created, as last read. */
  known: readonly unknown[];
}

const activeIn = ({ filters, query }: Pick<Filtered, "filters" | "query">) =>
  Object.entries(query).flatMap(([name, value]) => {
    const filter = filters[name];
    return filter ? [{ name, filter, value }] : [];
  });

/** Returns the known entries that match the query and are not on the list. */
export function leftOut({ entries, known, ...filtered }: Filtered): readonly unknown[] {
  const active = activeIn(filtered);
  const found = new Set(entries.map((entry) => at(entry, "id")));
  const fits = (entry: unknown) => active.every(({ filter, value }) => matches(filter, value, entry));
  return known.filter((entry) => fits(entry) && !found.has(at(entry, "id")));
}

/** Checks that the query returns only matching entries, and every known entry that matches. */
export function checkFilters(filtered: Filtered): string[] {
  const active = activeIn(filtered);
  const faults: string[] = [];
  for (const entry of filtered.entries) {
    const failed = active.find(({ filter, value }) => !matches(filter, value, entry));
    if (failed === undefined) continue;
    const { name, filter, value } = failed;
    const [fields = ""] = Object.values(filter) as (string | readonly string[])[];
    const has = [fields].flat().map((field) => `${field} ${shown(at(entry, field))}`);
    faults.push(`${name}=${String(value)} returns ${shown(at(entry, "id"))}, which has ${has.join(" and ")}`);
  }
  const queryText = active.map(({ name, value }) => `${name}=${String(value)}`).join("&");
  for (const entry of leftOut(filtered))
    faults.push(`${queryText || "no filter"} leaves out ${shown(at(entry, "id"))}, which matches`);
  return faults;
}
