import type { Knex } from "knex";
import { PROVISIONED_LIST_NAME } from "../../../src/features/contact-lists/contact-lists.store";
import { insertContactList } from "../../../src/features/contact-lists/contact-lists.store";
import { writeContactCounts } from "../../../src/features/contacts/contact-counts.store";
import { dialectOf, rawRows } from "../../../src/platform/db/dialect";
import { idMaker } from "../../../src/platform/ids";
import { systemClock } from "../../../src/platform/time";
import { assertEqual } from "../bench";
import { SUPPRESSED_EACH } from "../seed";

/** A list of the account's first contacts; answers its id. */
export async function seedList(db: Knex, accountId: string, name: string, members: number): Promise<string> {
  const now = systemClock.now();
  const id = idMaker(systemClock).next();
  const stamps = { createdAt: now, updatedAt: now };
  await insertContactList(db, accountId, {
    ...{ id, name, type: "default", channels: [], isProvisioned: false, ...stamps },
  });
  await db.raw(
    `insert into list_members (account_id, list_id, contact_id, joined, added_at, origin)
       select account_id, ${dialectOf(db) === "postgres" ? "?::uuid" : "?"}, id, 0, created_at, 'import'
       from contacts where account_id = ? order by id limit ?`,
    [id, accountId, members],
  );
  await writeContactCounts(db, accountId, [{ listId: id, contacts: members }]);
  return id;
}

export async function blacklistOf(db: Knex, accountId: string): Promise<string> {
  const row = (await db("contact_lists")
    .where({ account_id: accountId, name: PROVISIONED_LIST_NAME })
    .first("id")) as { id: string };
  return row.id;
}

/** Takes all messages and what hangs on them away, and leaves the tables as good as new. */
export async function clearMessages(db: Knex): Promise<void> {
  const tables = ["messages", "jobs", "message_counts", "message_totals"];
  if (dialectOf(db) === "postgres") {
    await db.raw(`truncate ${tables.join(", ")}`);
    return;
  }
  await db.transaction(async (trx) => {
    for (const table of tables) await trx(table).delete();
  });
  await db.raw("pragma wal_checkpoint(truncate)");
}

/** Characters of everything that is written of a message, all messages together. */
export async function writtenCharacters(db: Knex): Promise<number> {
  const [row] = await rawRows<{ total: number }>(
    db,
    `select sum(length(recipient) + length(content) + length(history) + length(search) + length(status)) as total
     from messages`,
  );
  return Number(row?.total);
}

/** Every member has one message, suppressed ones a blocked one; jobs cover the rest, and the counts say so. */
export async function assertExpanded(
  db: Knex,
  accountId: string,
  campaignId: string,
  members: number,
): Promise<void> {
  const one = async (what: string, expected: unknown, sql: string) => {
    const [row] = await rawRows<Record<string, number | string | null>>(db, sql, [accountId, campaignId]);
    const found = Object.values(row ?? {}).map((value) => Number(value ?? 0));
    assertEqual(what, found, expected);
  };
  const blocked = Math.ceil(members / SUPPRESSED_EACH);
  const pending = members - blocked;
  const where = "where account_id = ? and campaign_id = ?";
  const sumOf = (status: string) => `sum(case when status = '${status}' then messages else 0 end)`;
  await one(
    "messages, contacts and pending ones",
    [members, members, pending],
    `select count(*) as m, count(distinct contact_id) as c, sum(case when status = 'pending' then 1 else 0 end) as p
     from messages ${where}`,
  );
  const job = "account_id = ? and kind = 'submission' and tag = ?";
  await one("messages in jobs", [pending], `select sum(weight) as s from jobs where ${job}`);
  await one(
    "messages covered by the job that they name",
    [pending],
    `select count(*) as total from (select account_id, id from jobs where ${job}) j
       join messages g on g.account_id = j.account_id and g.batch_id = j.id and g.status = 'pending'`,
  );
  await one(
    "counts of pending, blocked and all",
    [pending, blocked, members],
    `select ${sumOf("pending")} as p, ${sumOf("blocked")} as b, sum(messages) as a
     from (select account_id, campaign_id, status, messages from message_counts
           union all select account_id, campaign_id, status, messages from message_totals) as counts ${where}`,
  );
}
