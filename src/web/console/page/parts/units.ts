import type { Texts } from "../texts/en";

/** Lengths of the units in seconds, longest first. */
export const UNITS = [86_400, 3_600, 60, 1] as const;
type Unit = (typeof UNITS)[number];

/** Returns a time in the longest unit that divides it evenly. Zero is in minutes. */
export function inWholeUnits(seconds: number): { count: number; unit: Unit } {
  const unit = seconds === 0 ? 60 : (UNITS.find((one) => seconds % one === 0) ?? 1);
  return { count: seconds / unit, unit };
}

/** Returns a time in words, such as `4 hours`. */
export function spanText(seconds: number, { templates }: Texts): string {
  const { count, unit } = inWholeUnits(seconds);
  return templates.span(String(count), count === 1, unit);
}
