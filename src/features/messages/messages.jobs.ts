import { BatchSize, deleteInBatches } from "../../platform/db/batch-size";
import type { Platform } from "../../platform/platform";
import { pacedJob, type PacedParts } from "../../queue/paced-job";
import type { PeriodicJob } from "../../queue/periodic";
import { MINUTE, SECOND } from "../../platform/time";
import { accountsToRollUp, rollUpCounts } from "./counts.store";
import { accountsToRollUpTags, rollUpTagCounts } from "./tag-counts.store";
import { purgeKeys } from "./idempotency.store";

/** Minimum number of an account's count changes for a roll-up. */
const MIN_CHANGES = 2_000;

export function messagePeriodicJobs(app: PacedParts & Pick<Platform, "db" | "clock">): PeriodicJob[] {
  const { db, clock } = app;
  return [
    {
      name: "fold counts",
      everyMs: 10 * SECOND,
      async run() {
        let more = false;
        for (const accountId of await accountsToRollUp(db, MIN_CHANGES)) {
          more = (await rollUpCounts(db, accountId)) || more;
        }
        for (const accountId of await accountsToRollUpTags(db, MIN_CHANGES)) {
          more = (await rollUpTagCounts(db, accountId)) || more;
        }
        return more;
      },
    },
    pacedJob(app, {
      name: "forget idempotency keys",
      everyMs: MINUTE,
      steps: () => deleteInBatches(db, new BatchSize(db), (trx, limit) => purgeKeys(trx, clock.now(), limit)),
    }),
  ];
}
