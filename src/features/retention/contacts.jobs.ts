import { purgeDeletedList, purgeFormerMembers, purgeSuppressedNumbers } from "../contact-lists/purge.store";
import type { Platform } from "../../platform/platform";
import type { PeriodicJob } from "../../queue/periodic";
import { MINUTE, SECOND } from "../../platform/time";
import { accountsToRollUpContacts, rollUpContactCounts } from "../contacts/contact-counts.store";

/** Minimum number of count changes for a roll-up. */
const MIN_CHANGES = 500;
/** Delay of the purge after a list's deletion, in milliseconds. Launches that read the list commit first. */
const PURGE_DELAY_MS = MINUTE;

export function contactPeriodicJobs({ db, clock }: Pick<Platform, "db" | "clock">): PeriodicJob[] {
  return [
    {
      name: "fold contact counts",
      everyMs: 10 * SECOND,
      async run() {
        let more = false;
        for (const accountId of await accountsToRollUpContacts(db, MIN_CHANGES)) {
          more = (await rollUpContactCounts(db, accountId)) || more;
        }
        return more;
      },
    },
    {
      name: "purge of deleted contact lists",
      everyMs: MINUTE,
      async run() {
        const deletedBefore = clock.now() - PURGE_DELAY_MS;
        const more = await purgeSuppressedNumbers(db, deletedBefore);
        return (await purgeDeletedList(db, deletedBefore)) || more;
      },
    },
    { name: "purge of former members", everyMs: MINUTE, run: () => purgeFormerMembers(db) },
  ];
}
