import type { Knex } from "knex";

const COLUMNS = ["follow_ups", "planned_launch", "open_ranges"];

export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable("campaigns", (t) => {
    t.text("follow_ups"); // JSON array: the template's rules at the launch; null: a build without the column launched it
    t.integer("planned_launch"); // the launch that the queue has jobs for; any other is yet to be planned
    t.integer("open_ranges").notNullable().defaultTo(0); // jobs of that launch that are not settled
  });
  await db.raw(
    `update campaigns set follow_ups = (select t.follow_ups from templates t
       where t.account_id = campaigns.account_id and t.id = campaigns.template_id) where status = 'running'`,
  );
}

export async function down(db: Knex): Promise<void> {
  for (const column of COLUMNS) await db.schema.alterTable("campaigns", (t) => t.dropColumn(column));
}
