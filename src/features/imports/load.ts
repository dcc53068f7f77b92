import type { Platform } from "../../platform/platform";
import { findContactList, lockSharedContactList } from "../contact-lists/contact-lists.store";
import { addMembers } from "../contact-lists/members.store";
import { recordAdditions } from "../contact-lists/provisioned-consent";
import { holdErasureRequests, lockAllNumbers } from "../contacts/number-lock.store";
import type { LedgerDeps } from "../consents/ledger";
import type { Db } from "../../platform/db/dialect";
import { retryDeadlocks } from "../../platform/db/errors";
import type { JobNotification } from "../../queue/job";
import { type Wakeups, notifyAll } from "../../queue/wakeups";
import { upsertContacts } from "../contacts/upsert.store";
import { yieldToEventLoop } from "../../platform/event-loop";
import type { Import, LeasedImport } from "./import";
import { addCounts, advance, type ChunkCounts } from "./imports.store";
import { insertRejections } from "./rejections.store";
import type { Batch } from "./rows";

/** Maximum rejected rows stored per import, because a file may have 25 million rows. */
const MAX_LISTED = 1_000_000;

/**
 * Result of a chunk. `lost`: another worker has the import, the import was canceled, or the chunk is already
 * stored.
 */
export type Loaded = ChunkCounts | "lost" | "list_deleted";

class ListDeleted extends Error {}

/**
 * Returns which of the numbers (E.164) are being erased by a request that is newer than the import. The app
 * passes this function, because imports must not import privacy requests.
 */
export type NumbersToErase = (
  trx: Db,
  work: Pick<Import, "accountId" | "id">,
  phones: readonly string[],
) => Promise<Set<string>>;

export type LoadDeps = Pick<Platform, "db" | "foreground" | "metrics"> &
  LedgerDeps & { wakeups: Wakeups; numbersToErase: NumbersToErase };

/**
 * Stores a chunk of rows in one transaction, exactly once. Counts rows whose number is being erased as
 * rejected, but does not store these rows. Takes locks in the same order as all transactions: erasure
 * requests, numbers, the import, contacts, the list.
 */
export async function loadChunk(
  deps: LoadDeps,
  work: LeasedImport,
  place: { from: number; listed: number },
  batch: Batch,
): Promise<Loaded> {
  const { db, clock, ids, foreground } = deps;
  const { accountId, listId } = work;
  const now = clock.now();
  await foreground.yieldToRequests();
  try {
    const load = async (trx: Db): Promise<{ loaded: Loaded; notifications: JobNotification[] }> => {
      await holdErasureRequests(trx, accountId);
      const list = await findContactList(trx, accountId, listId);
      if (list?.isProvisioned) await lockAllNumbers(trx, accountId);
      const range = { from: place.from, rows: batch.rows };
      if (!(await advance(trx, work, range, now))) return { loaded: "lost", notifications: [] };
      const erased = await deps.numbersToErase(trx, work, batch.phones);
      const upserts = batch.upserts.filter(({ phone }) => !erased.has(phone));
      const accepted = batch.phones.filter((phone) => !erased.has(phone)).length;
      const contacts = await upsertContacts(trx, accountId, upserts, now, ids);
      // On SQLite, the statements of a transaction would otherwise block requests until the commit.
      await yieldToEventLoop();
      if (!(await lockSharedContactList(trx, accountId, listId))) throw new ListDeleted();
      const contactIds = contacts.map(({ id }) => id);
      const added = await addMembers(trx, { accountId, listId }, contactIds, { origin: "import", at: now });
      const additions = { contactIds, added };
      const notifications = list?.isProvisioned
        ? await recordAdditions(deps, trx, accountId, list, additions, "import")
        : [];
      const listed = batch.rejections.slice(0, MAX_LISTED - place.listed);
      await insertRejections(trx, work, listed);
      const created = contacts.filter(({ outcome }) => outcome !== "updated").length;
      const outcome: ChunkCounts = {
        created,
        updated: accepted - created,
        rejected: batch.rejections.length + batch.phones.length - accepted,
        listed: listed.length,
      };
      await addCounts(trx, work, outcome);
      await yieldToEventLoop();
      return { loaded: outcome, notifications };
    };
    const { loaded, notifications } = await retryDeadlocks(() => db.transaction(load));
    notifyAll(deps.wakeups, notifications);
    if (typeof loaded !== "string") countRows(deps.metrics, loaded);
    return loaded;
  } catch (error) {
    if (error instanceof ListDeleted) return "list_deleted";
    throw error;
  }
}

function countRows({ importRows }: LoadDeps["metrics"], outcome: ChunkCounts): void {
  for (const name of ["created", "updated", "rejected"] as const)
    importRows.inc({ outcome: name }, outcome[name]);
}
