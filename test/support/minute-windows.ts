import type { components } from "../../generated/schema";
import { MINUTE } from "../../src/platform/time";

type Window = components["schemas"]["SendingWindow"];

const DAYS: Window["days"] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const MINUTES_OF_DAY = 1_440;
/** Largest number of windows in a rule. */
const MAX_WINDOWS = 20;

/** Windows of one minute each, with a closed minute between them. Their boundaries are whole minutes. */
interface MinuteWindows {
  rule: { windows: Window[]; time_zone: string };
  isOpen(at: number): boolean;
}

const inDay = (minute: number) => minute % MINUTES_OF_DAY;
const clockTime = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

/** Returns windows whose first one contains `first`, for 40 minutes. */
export function minuteWindows(first: number): MinuteWindows {
  const start = Math.floor(first / MINUTE);
  const windows = Array.from({ length: MAX_WINDOWS }, (_, index) => {
    const from = inDay(start + 2 * index);
    return { days: DAYS, from: clockTime(from), to: clockTime(from + 1) };
  });
  return {
    rule: { windows, time_zone: "UTC" },
    isOpen: (at) => (Math.floor(at / MINUTE) - start) % 2 === 0,
  };
}
