import type { Platform } from "../../platform/platform";
import { MINUTE } from "../../platform/time";
import type { PeriodicJob } from "../../queue/periodic";
import { copySuppressedNumbers } from "./suppressed-numbers.store";

/**
 * Returns the periodic jobs of consents. "copy suppressed numbers" is needed only during a rolling upgrade
 * from a build without consents.
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
