import type { Platform } from "../../platform/platform";
import { lockSharedContactList } from "../contact-lists/contact-lists.store";
import { addMembers } from "../contact-lists/members.store";
import { upsertContacts } from "../contacts/upsert.store";
import { yieldToEventLoop } from "../../platform/event-loop";
import type { LeasedImport } from "./import";
import { addOutcome, advance, type Outcome } from "./imports.store";
import { insertRejections } from "./rejections.store";
import type { Batch } from "./rows";

/** Maximum rejected rows stored per import, because a file may have 25 million rows. */
export const MAX_LISTED = 1_000_000;

/** Result of a chunk. `lost` means that another worker has the import or the chunk is already stored. */
export type Loaded = Outcome | "lost" | "list_deleted";

class ListDeleted extends Error {}

/**
 * Stores a chunk of rows in one transaction, exactly once. Locks rows in the order of every transaction: the
 * import, contacts, the list.
 */
export async function loadChunk(
  { db, clock, ids, foreground }: Pick<Platform, "db" | "clock" | "ids" | "foreground">,
  work: LeasedImport,
  place: { from: number; listed: number },
  batch: Batch,
): Promise<Loaded> {
  const { accountId, listId } = work;
  const now = clock.now();
  await foreground.yieldToRequests();
  try {
    return await db.transaction(async (trx) => {
      if (!(await advance(trx, work, { from: place.from, rows: batch.rows }, now))) return "lost";
      const contacts = await upsertContacts(trx, accountId, batch.upserts, now, ids);
      // On SQLite, the statements of a transaction would otherwise block requests until the commit.
      await yieldToEventLoop();
      if (!(await lockSharedContactList(trx, accountId, listId))) throw new ListDeleted();
      await addMembers(
        trx,
        { accountId, listId },
        contacts.map(({ id }) => id),
        { origin: "import", at: now },
      );
      const listed = batch.rejections.slice(0, MAX_LISTED - place.listed);
      await insertRejections(trx, work, listed);
      const created = contacts.filter(({ outcome }) => outcome !== "updated").length;
      const outcome: Outcome = {
        created,
        updated: batch.accepted - created,
        rejected: batch.rejections.length,
        listed: listed.length,
      };
      await addOutcome(trx, work, outcome);
      await yieldToEventLoop();
      return outcome;
    });
  } catch (error) {
    if (error instanceof ListDeleted) return "list_deleted";
    throw error;
  }
}
