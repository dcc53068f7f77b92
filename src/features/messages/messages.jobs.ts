import type { Platform } from "../../platform/platform";
import type { PeriodicJob } from "../../queue/periodic";
import { MINUTE, SECOND } from "../../platform/time";
import { accountsToFold, foldCounts } from "./counts.store";
import { purgeKeys } from "./idempotency.store";

/** Minimum number of an account's count changes for a roll-up. */
const FOLD_FROM = 2_000;

export function messagePeriodicJobs({ db, clock }: Pick<Platform, "db" | "clock">): PeriodicJob[] {
  return [
    {
      name: "fold counts",
      everyMs: 10 * SECOND,
      async run() {
        let more = false;
        for (const accountId of await accountsToFold(db, FOLD_FROM)) {
          more = (await foldCounts(db, accountId)) || more;
        }
        return more;
      },
    },
    { name: "forget idempotency keys", everyMs: MINUTE, run: () => purgeKeys(db, clock.now()) },
  ];
}
