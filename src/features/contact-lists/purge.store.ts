import { writeContactCounts } from "../contacts/contact-counts.store";
import { BatchSize, deleteInBatches } from "../../platform/db/batch-size";
import { type Db, rawChanges, rawRows } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";

/** Returns the SQL condition that a running campaign still reads the list with the members of its launch. */
const isExpanded = (list: string) =>
  `exists (select 1 from campaigns r where r.account_id = ${list}.account_id and r.list_id = ${list}.list_id
             and r.status = 'running' and r.expanded = ?)`;

interface DeletedList {
  account_id: string;
  list_id: string;
}

/**
 * Deletes the memberships of lists that were deleted before `deletedBefore`. Skips lists that a running
 * campaign still reads. Yields the number of deleted memberships after each transaction.
 */
export async function* purgeDeletedLists(db: Db, deletedBefore: Instant): AsyncGenerator<number> {
  const size = new BatchSize(db);
  for (let list = await nextList(db, deletedBefore); list; list = await nextList(db, deletedBefore)) {
    const { account_id, list_id } = list;
    yield* deleteInBatches(db, size, (trx, limit) => deleteMembers(trx, { account_id, list_id }, limit));
  }
}

async function nextList(db: Db, deletedBefore: Instant): Promise<DeletedList | undefined> {
  const [list] = await rawRows<DeletedList>(
    db,
    `select l.account_id, l.list_id from (select account_id, id as list_id, deleted_at from contact_lists) l
       where l.deleted_at < ? and not ${isExpanded("l")}
         and exists (select 1 from list_members m where m.account_id = l.account_id and m.list_id = l.list_id)
       limit 1`,
    [deletedBefore, false],
  );
  return list;
}

async function deleteMembers(trx: Db, { account_id, list_id }: DeletedList, limit: number): Promise<number> {
  const removed = await rawChanges(
    trx,
    `delete from list_members where account_id = ? and list_id = ? and contact_id in
       (select contact_id from list_members where account_id = ? and list_id = ? order by contact_id limit ?)`,
    [account_id, list_id, account_id, list_id, limit],
  );
  if (removed > 0) await writeContactCounts(trx, account_id, [{ listId: list_id, contacts: -removed }]);
  return removed;
}

/** Deletes at most `limit` former members that no running campaign needs. Returns their number. */
export const purgeFormerMembers = (db: Db, limit: number): Promise<number> =>
  rawChanges(
    db,
    `delete from former_members where (account_id, list_id, contact_id, joined) in
       (select f.account_id, f.list_id, f.contact_id, f.joined from former_members f
          where not ${isExpanded("f")} limit ?)`,
    [false, limit],
  );
