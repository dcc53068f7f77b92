import type { Knex } from "knex";
import { requireBuild } from "../compatibility";

// Messages are counted by hour as well: changes tell their hour, and are folded into sums by hour beside those by day.
// What was created before is not counted anew, which could take long: its hours are added up where they are asked for.

const HOUR = 3_600_000;
const FACT = "hours-counted-from";

export async function up(db: Knex): Promise<void> {
  // Hours since 1970-01-01, of the message's creation; null: counted by a build before, or by a repair of days alone.
  await db.schema.alterTable("message_counts", (t) => t.integer("hour"));
  await db.schema.createTable("message_hours", (t) => {
    t.uuid("account_id").notNullable();
    t.integer("hour").notNullable();
    t.text("channel").notNullable();
    t.text("status").notNullable();
    t.bigInteger("messages").notNullable();
    t.bigInteger("price").notNullable();
    t.primary(["account_id", "hour", "channel", "status"]);
  });
  await db("service_facts").insert({ name: FACT, value: String(await firstWholeHour(db)) });
  // An older build would fold changes into days alone.
  await requireBuild(db, "0016_hourly_counts");
}

/** The hour after the one of the newest message: no message of it, or of a later one, can have been counted without. */
async function firstWholeHour(db: Knex): Promise<number> {
  const accounts = (await db("accounts").pluck("id")) as string[];
  let newest = -1;
  for (const account of accounts) {
    const [row] = (await db("messages")
      .where({ account_id: account })
      .orderBy("id", "desc")
      .limit(1)
      .select("created_at")) as { created_at: number }[];
    newest = Math.max(newest, Number(row?.created_at ?? -1));
  }
  return Math.floor(newest / HOUR) + 1;
}

export async function down(db: Knex): Promise<void> {
  await requireBuild(db, "0011_dispatch_by_jobs");
  await db("service_facts").where({ name: FACT }).del();
  await db.schema.dropTable("message_hours");
  await db.schema.alterTable("message_counts", (t) => t.dropColumn("hour"));
}
