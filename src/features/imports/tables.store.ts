import { type Db, rawRows } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";

/** Returns contact files uploaded before `since` that no import has used since then, oldest first. */
export async function outlivedTables(
  db: Db,
  since: Instant,
  limit: number,
): Promise<{ accountId: string; fileId: string }[]> {
  const rows = await rawRows<{ account_id: string; id: string }>(
    db,
    `select f.account_id, f.id from files f
     where f.usage = 'contact_import' and f.status = 'uploaded' and f.deleted_at is null and f.uploaded_at < ?
       and not exists (
         select 1 from imports i where i.account_id = f.account_id and i.file_id = f.id
           and (i.completed_at is null or i.completed_at >= ?))
     order by f.uploaded_at limit ?`,
    [since, since, limit],
  );
  return rows.map(({ account_id, id }) => ({ accountId: account_id, fileId: id }));
}
