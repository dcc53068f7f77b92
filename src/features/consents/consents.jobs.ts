import type { Platform } from "../../platform/platform";
import { MINUTE } from "../../platform/time";
import type { PeriodicJob } from "../../queue/periodic";
import { copySuppressedNumbers } from "./suppressed-numbers.store";

/**
 * Returns the periodic jobs of consents. The copy serves the rolling upgrade to this release, and ends with
 * it.
 */
export const consentPeriodicJobs = ({ db }: Pick<Platform, "db">): PeriodicJob[] => [
  {
    name: "copy suppressed numbers",
    everyMs: 5 * MINUTE,
    async run() {
      await copySuppressedNumbers(db);
      return false;
    },
  },
];
