import type { Knex } from "knex";

export async function createCampaignTable(db: Knex): Promise<void> {
  await db.schema.createTable("campaigns", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.text("name").notNullable();
    t.text("name_key").notNullable();
    t.text("name_search").notNullable();
    t.uuid("template_id").notNullable();
    t.uuid("list_id").notNullable();
    t.uuid("sender_id"); // chosen at creation; null: the channel's default sender
    t.text("channel").notNullable();
    t.text("status").notNullable();
    t.text("error"); // JSON {code, message}
    t.bigInteger("created_at").notNullable();
    t.bigInteger("updated_at").notNullable();
    t.bigInteger("scheduled_at");
    t.bigInteger("waiting_since"); // start of the wait for an import; null: not waiting
    t.bigInteger("started_at");
    t.bigInteger("completed_at");
    t.bigInteger("failed_at");
    t.integer("launches").notNullable().defaultTo(0);
    t.text("content"); // the template's content at launch, so that a run sends one text
    t.text("follow_ups"); // JSON array: the template's rules at launch
    t.bigInteger("snapshot"); // membership tick of the launch
    t.integer("open_ranges").notNullable().defaultTo(0); // unfinished expansion jobs of the latest launch
    t.boolean("expanded").notNullable().defaultTo(false); // whether every contact of the snapshot has a message
    t.primary(["account_id", "id"]);
    t.unique(["account_id", "name_key"]);
    t.index(["account_id", "list_id"]);
    t.index(["account_id", "template_id"]);
  });
  await db.raw("create index campaigns_scheduled on campaigns (scheduled_at) where status = 'scheduled'");
  await db.raw("create index campaigns_running on campaigns (id) where status = 'running'");
}
