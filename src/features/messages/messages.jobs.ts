import type { Platform } from "../../platform/platform";
import type { PeriodicJob } from "../../queue/periodic";
import { MINUTE, SECOND } from "../../platform/time";
import { accountsToRollUp, rollUpCounts } from "./counts.store";
import { purgeKeys } from "./idempotency.store";

/** Minimum number of an account's count changes for a roll-up. */
const MIN_CHANGES = 2_000;

export function messagePeriodicJobs({ db, clock }: Pick<Platform, "db" | "clock">): PeriodicJob[] {
  return [
    {
      name: "fold counts",
      everyMs: 10 * SECOND,
      async run() {
        let more = false;
        for (const accountId of await accountsToRollUp(db, MIN_CHANGES)) {
          more = (await rollUpCounts(db, accountId)) || more;
        }
        return more;
      },
    },
    { name: "forget idempotency keys", everyMs: MINUTE, run: () => purgeKeys(db, clock.now()) },
  ];
}
