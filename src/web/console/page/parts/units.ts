/** Lengths of day, hour, minute and second, in seconds. */
export const UNITS = [86_400, 3_600, 60, 1] as const;
export type Unit = (typeof UNITS)[number];

/** Returns seconds as a number of the longest unit that divides them evenly. Returns zero in minutes. */
export function inWholeUnits(seconds: number): { count: number; unit: Unit } {
  const unit = seconds === 0 ? 60 : (UNITS.find((one) => seconds % one === 0) ?? 1);
  return { count: seconds / unit, unit };
}
