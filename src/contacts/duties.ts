import type { Duty } from "../background/duty";
import { purgeDeletedList, purgeFormerMembers } from "../contact-lists/purge.store";
import { MINUTE, SECOND } from "../time";
import { accountsToFoldContacts, foldContactCounts } from "./contact-counts.store";
import { type ErasureParts, eraseDue } from "./erasure";

/** Unfolded changes of counts from which on a fold pays. */
const FOLD_FROM = 500;
/** A launch that saw the list just before it was deleted has become visible by then. */
const PURGE_DELAY_MS = MINUTE;

/** What a worker does for contacts and lists: tidies up behind them. */
export function contactDuties(app: ErasureParts): Duty[] {
  const { db, clock } = app;
  return [
    { name: "erasure of deleted contacts' messages", everyMs: 5 * SECOND, run: () => eraseDue(app) },
    {
      name: "fold contact counts",
      everyMs: 10 * SECOND,
      async run() {
        let more = false;
        for (const accountId of await accountsToFoldContacts(db, FOLD_FROM)) {
          more = (await foldContactCounts(db, accountId)) || more;
        }
        return more;
      },
    },
    {
      name: "purge of deleted contact lists",
      everyMs: MINUTE,
      run: () => purgeDeletedList(db, clock.now() - PURGE_DELAY_MS),
    },
    { name: "purge of former members", everyMs: MINUTE, run: () => purgeFormerMembers(db) },
  ];
}
