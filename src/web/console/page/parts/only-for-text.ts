import type { Purpose } from "../../../../client";
import type { Texts } from "../texts/en";

/**
 * Returns in parentheses the only purposes, such as marketing, that blacklists block for a number. Returns an
 * empty text for all purposes or none.
 */
export const onlyForText = (purposes: readonly Purpose[], t: Pick<Texts, "lists" | "purpose">): string =>
  purposes.length === 0 || purposes.length === Object.keys(t.purpose).length
    ? ""
    : ` (${t.lists.onlyFor(purposes.map((purpose) => t.purpose[purpose]).join(", "))})`;
