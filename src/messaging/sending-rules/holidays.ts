/**
 * National holidays of Brazil with a fixed date, as `month-day`. Sources: Law 662 of 1949 in the version of
 * Law 10.607 of 2002; Law 6.802 of 1980 (12 October); Law 14.759 of 2023 (20 November, since 2024).
 */
const FIXED = ["01-01", "04-21", "05-01", "09-07", "10-12", "11-02", "11-15", "11-20", "12-25"] as const;

const FIRST_YEAR_OF_NOVEMBER_20 = 2024;

/**
 * Returns the date of Easter Sunday in the Gregorian calendar, as month and day of March or April. Algorithm:
 * J. Meeus, Astronomical Algorithms, chapter 8.
 */
function easterOf(year: number): { month: number; day: number } {
  const a = year % 19;
  const century = Math.floor(year / 100);
  const c = year % 100;
  const f = Math.floor((century + 8) / 25);
  const g = Math.floor((century - f + 1) / 3);
  const h = (19 * a + century - Math.floor(century / 4) - g + 15) % 30;
  const l = (32 + 2 * (century % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const days = h + l - 7 * m + 114;
  return { month: Math.floor(days / 31), day: (days % 31) + 1 };
}

/** Returns Good Friday, which is a holiday in every state, but not by federal law. */
function goodFridayOf(year: number): string {
  const { month, day } = easterOf(year);
  return new Date(Date.UTC(year, month - 1, day - 2)).toISOString().slice(0, 10);
}

/** Returns the national holidays of Brazil and Good Friday, as local dates in order. */
export function brazilianHolidays(year: number): readonly string[] {
  const fixed = FIXED.filter((date) => date !== "11-20" || year >= FIRST_YEAR_OF_NOVEMBER_20);
  return [...fixed.map((date) => `${year}-${date}`), goodFridayOf(year)].sort();
}
