import type { Knex } from "knex";

export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable("accounts", (t) => {
    t.bigInteger("disabled_at"); // null: enabled
  });
  await db.schema.alterTable("api_keys", (t) => {
    t.uuid("replaced_by"); // id of the key that a rotation created; null: not rotated
  });
}

export async function down(db: Knex): Promise<void> {
  await db.raw("alter table api_keys drop column replaced_by");
  await db.raw("alter table accounts drop column disabled_at");
}
