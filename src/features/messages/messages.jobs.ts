import { BatchSize, deleteInBatches } from "../../platform/db/batch-size";
import { rollUpAccounts } from "../../platform/db/rollup";
import type { Platform } from "../../platform/platform";
import { pacedJob, type PacedDeps } from "../../queue/paced-job";
import type { PeriodicJob } from "../../queue/periodic";
import { MINUTE, SECOND } from "../../platform/time";
import { COUNTS, TAG_COUNTS } from "./counts.store";
import { purgeKeys } from "./idempotency.store";

/** Minimum number of count changes that an account must have for a roll-up. */
const MIN_CHANGES = 2_000;

export function messagePeriodicJobs(deps: PacedDeps & Pick<Platform, "db" | "clock">): PeriodicJob[] {
  const { db, clock } = deps;
  return [
    {
      name: "fold counts",
      everyMs: 10 * SECOND,
      async run() {
        const isLeft = await rollUpAccounts(db, COUNTS, MIN_CHANGES);
        return (await rollUpAccounts(db, TAG_COUNTS, MIN_CHANGES)) || isLeft;
      },
    },
    pacedJob(deps, {
      name: "forget idempotency keys",
      everyMs: MINUTE,
      steps: () => deleteInBatches(db, new BatchSize(db), (trx, limit) => purgeKeys(trx, clock.now(), limit)),
    }),
  ];
}
