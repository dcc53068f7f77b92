import type { Knex } from "knex";

// Who has signed in to the console with a key: a session stands for the key, and ends with it.

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable("console_sessions", (t) => {
    t.text("hash").primary(); // SHA-256 of the session's token, hex
    t.uuid("account_id").notNullable();
    t.uuid("key_id").notNullable();
    t.bigInteger("created_at").notNullable();
    t.bigInteger("ends_at").notNullable(); // moves on while it is used
  });
  await db.raw("create index console_sessions_ends on console_sessions (ends_at)");
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable("console_sessions");
}
