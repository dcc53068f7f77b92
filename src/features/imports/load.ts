import type { Platform } from "../../platform/platform";
import { lockSharedContactList } from "../contact-lists/contact-lists.store";
import { addMembers } from "../contact-lists/members.store";
import { upsertContacts } from "../contacts/upsert.store";
import { yieldToEventLoop } from "../../platform/event-loop";
import type { LeasedImport } from "./import";
import { addOutcome, advance, type Outcome } from "./imports.store";
import { insertRejections } from "./rejections.store";
import type { Batch } from "./rows";

/** Rejected rows kept of one import: a file of 50 MiB could hold 25 million. Those beyond are only counted. */
export const MAX_LISTED = 1_000_000;

/** What became of a chunk: stored, or not because somebody else has the import now, or because the list is gone. */
export type Loaded = Outcome | "lost" | "list_deleted";

class ListDeleted extends Error {}

/**
 * Stores a chunk of rows in one transaction, once: whoever comes to the same rows again, after whatever happened in
 * between, is told `lost`. The import comes first, then contacts, then the list: the order in which all lock them.
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
      // On SQLite all statements of a transaction would follow each other without anything in between.
      await yieldToEventLoop();
      if (!(await lockSharedContactList(trx, accountId, listId))) throw new ListDeleted();
      await addMembers(
        trx,
        { accountId, listId },
        contacts.map(({ id }) => id),
        { origin: "import", at: now },
      );
      const kept = batch.rejections.slice(0, MAX_LISTED - place.listed);
      await insertRejections(trx, work, kept);
      const created = contacts.filter(({ outcome }) => outcome !== "updated").length;
      const outcome: Outcome = {
        created,
        updated: batch.accepted - created,
        rejected: batch.rejections.length,
        listed: kept.length,
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
