import type { Platform } from "../../platform/platform";
import { findContactList, lockSharedContactList } from "../contact-lists/contact-lists.store";
import { addMembers } from "../contact-lists/members.store";
import { recordSuppression } from "../contact-lists/provisioned-consent";
import { phonesOf } from "../contacts/contacts.store";
import type { LedgerParts } from "../consents/ledger";
import type { Db } from "../../platform/db/dialect";
import type { Wake } from "../../queue/job";
import { type Wakeups, wakeAll } from "../../queue/wakeups";
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

export type LoadParts = Pick<Platform, "db" | "foreground"> & LedgerParts & { wakeups: Wakeups };

/**
 * Stores a chunk of rows in one transaction, exactly once. Locks rows in the order of every transaction: the
 * import, contacts, the list.
 */
export async function loadChunk(
  app: LoadParts,
  work: LeasedImport,
  place: { from: number; listed: number },
  batch: Batch,
): Promise<Loaded> {
  const { db, clock, ids, foreground } = app;
  const { accountId, listId } = work;
  const now = clock.now();
  await foreground.yieldToRequests();
  try {
    const wakes: Wake[] = [];
    const loaded = await db.transaction(async (trx) => {
      if (!(await advance(trx, work, { from: place.from, rows: batch.rows }, now))) return "lost";
      const contacts = await upsertContacts(trx, accountId, batch.upserts, now, ids);
      // On SQLite, the statements of a transaction would otherwise block requests until the commit.
      await yieldToEventLoop();
      if (!(await lockSharedContactList(trx, accountId, listId))) throw new ListDeleted();
      const added = await addMembers(
        trx,
        { accountId, listId },
        contacts.map(({ id }) => id),
        { origin: "import", at: now },
      );
      const recorded = await recordAdditions(app, trx, work, added);
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
      wakes.push(...recorded);
      return outcome;
    });
    wakeAll(app.wakeups, wakes);
    return loaded;
  } catch (error) {
    if (error instanceof ListDeleted) return "list_deleted";
    throw error;
  }
}

/** Records an import into the provisioned list in the consent ledger. */
async function recordAdditions(
  app: LoadParts,
  trx: Db,
  { accountId, listId }: LeasedImport,
  contactIds: readonly string[],
): Promise<Wake[]> {
  const list = contactIds.length === 0 ? null : await findContactList(trx, accountId, listId);
  if (!list?.isProvisioned) return [];
  const phones = [...(await phonesOf(trx, accountId, contactIds)).values()];
  const origin = { source: "import", at: app.clock.now() } as const;
  return recordSuppression(app, trx, accountId, list, phones, origin);
}
