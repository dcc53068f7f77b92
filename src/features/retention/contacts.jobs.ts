import { purgeDeletedLists, purgeFormerMembers } from "../contact-lists/purge.store";
import { BatchSize, deleteInBatches } from "../../platform/db/batch-size";
import { rollUpAccounts } from "../../platform/db/rollup";
import type { Platform } from "../../platform/platform";
import { pacedJob, type PacedDeps } from "../../queue/paced-job";
import type { PeriodicJob } from "../../queue/periodic";
import { MINUTE, SECOND } from "../../platform/time";
import { CONTACT_COUNTS } from "../contacts/contact-counts.store";

/** Minimum number of an account's stored contact-count changes at which they are rolled up into totals. */
const MIN_CHANGES = 500;
/** Delay from a list's deletion to its purge, in milliseconds. Launches that read the list commit first. */
const PURGE_DELAY_MS = MINUTE;

export function contactPeriodicJobs(deps: PacedDeps & Pick<Platform, "db" | "clock">): PeriodicJob[] {
  const { db, clock } = deps;
  return [
    {
      name: "fold contact counts",
      everyMs: 10 * SECOND,
      run: () => rollUpAccounts(db, CONTACT_COUNTS, MIN_CHANGES),
    },
    pacedJob(deps, {
      name: "purge of deleted contact lists",
      everyMs: MINUTE,
      steps: () => purgeDeletedLists(db, clock.now() - PURGE_DELAY_MS),
    }),
    pacedJob(deps, {
      name: "purge of former members",
      everyMs: MINUTE,
      steps: () => deleteInBatches(db, new BatchSize(db), purgeFormerMembers),
    }),
  ];
}
