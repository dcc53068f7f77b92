import type { Purpose } from "../../../../client";
import type { Texts } from "../texts/en";

/**
 * Returns a text such as ` (only for: marketing)` if a blacklist blocks only some purposes. Returns an empty
 * text if it blocks all purposes or none.
 */
export const onlyForText = (purposes: readonly Purpose[], t: Pick<Texts, "lists" | "purpose">): string =>
  purposes.length === 0 || purposes.length === Object.keys(t.purpose).length
    ? ""
    : ` (${t.lists.onlyFor(purposes.map((purpose) => t.purpose[purpose]).join(", "))})`;
