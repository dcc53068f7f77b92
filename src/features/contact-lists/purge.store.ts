import { writeContactCounts } from "../contacts/contact-counts.store";
import { type Db, rawChanges, rawRows } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";

/** Maximum rows per deletion, which limits how long a purge blocks other work. */
const PURGE_ROWS = 4_000;

/** Returns the SQL condition that a running campaign still expands the list in its state at launch. */
const stillRead = (list: string) =>
  `exists (select 1 from campaigns r where r.account_id = ${list}.account_id and r.list_id = ${list}.list_id
             and r.status = 'running' and r.expanded = ?)`;

/**
 * Deletes some memberships of one list that was deleted before `deletedBefore`. Skips lists that a running
 * campaign still expands. Returns whether more memberships may remain.
 */
export async function purgeDeletedList(db: Db, deletedBefore: Instant): Promise<boolean> {
  const [list] = await rawRows<{ account_id: string; list_id: string }>(
    db,
    `select l.account_id, l.list_id from (select account_id, id as list_id, deleted_at from contact_lists) l
       where l.deleted_at < ? and not ${stillRead("l")}
         and exists (select 1 from list_members m where m.account_id = l.account_id and m.list_id = l.list_id)
       limit 1`,
    [deletedBefore, false],
  );
  if (!list) return false;
  await db.transaction(async (trx) => {
    const removed = await rawChanges(
      trx,
      `delete from list_members where account_id = ? and list_id = ? and contact_id in
         (select contact_id from list_members where account_id = ? and list_id = ? order by contact_id limit ?)`,
      [list.account_id, list.list_id, list.account_id, list.list_id, PURGE_ROWS],
    );
    await writeContactCounts(trx, list.account_id, [{ listId: list.list_id, contacts: -removed }]);
  });
  return true;
}

/**
 * Deletes some hashes of numbers that lists deleted before `deletedBefore` have suppressed. Returns whether
 * more may remain.
 */
export async function purgeSuppressedNumbers(db: Db, deletedBefore: Instant): Promise<boolean> {
  const removed = await rawChanges(
    db,
    `delete from suppressed_numbers where (account_id, hash, list_id) in
       (select s.account_id, s.hash, s.list_id from contact_lists l
          join suppressed_numbers s on s.account_id = l.account_id and s.list_id = l.id
          where l.deleted_at < ? limit ?)`,
    [deletedBefore, PURGE_ROWS],
  );
  return removed === PURGE_ROWS;
}

/** Deletes some former members that no running campaign needs. Returns whether more may remain. */
export async function purgeFormerMembers(db: Db): Promise<boolean> {
  const removed = await rawChanges(
    db,
    `delete from former_members where (account_id, list_id, contact_id, joined) in
       (select f.account_id, f.list_id, f.contact_id, f.joined from former_members f
          where not ${stillRead("f")} limit ?)`,
    [false, PURGE_ROWS],
  );
  return removed === PURGE_ROWS;
}
