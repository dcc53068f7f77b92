import type { Platform } from "../../platform/platform";
import { HOUR } from "../../platform/time";
import type { PeriodicJob } from "../../queue/periodic";
import { purgeSessions } from "./console-sessions.store";

export const apiKeyPeriodicJobs = ({ db, clock }: Pick<Platform, "db" | "clock">): PeriodicJob[] => [
  { name: "forget sessions of the console", everyMs: HOUR, run: () => purgeSessions(db, clock.now()) },
];
