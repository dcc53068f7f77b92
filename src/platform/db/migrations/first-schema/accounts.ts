import type { Knex } from "knex";
import { dialectOf } from "../../dialect";

export async function createAccountTables(db: Knex): Promise<void> {
  await accounts(db);
  await access(db);
  await senders(db);
  await carriers(db);
}

async function accounts(db: Knex): Promise<void> {
  await db.schema.createTable("accounts", (t) => {
    t.uuid("id").primary();
    t.text("name").notNullable().unique();
    t.integer("rate_limit"); // requests a minute; null: the service's default
    t.boolean("opt_out").notNullable().defaultTo(true);
    t.text("opt_out_confirmation"); // text of the reply that confirms an opt-out
    t.text("prices"); // JSON {channel: micro-units}; null: the service's defaults
    t.bigInteger("created_at").notNullable();
  });
  await db.schema.createTable("rate_windows", (t) => {
    t.uuid("account_id").notNullable();
    t.bigInteger("window_start").notNullable();
    t.integer("used").notNullable();
    t.primary(["account_id"]);
  });
  // An unlogged table saves each request a flush. A crash may lose the counts of one minute, which is
  // harmless.
  if (dialectOf(db) === "postgres") await db.raw("alter table rate_windows set unlogged");
}

async function access(db: Knex): Promise<void> {
  await db.schema.createTable("api_keys", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.text("name").notNullable();
    t.text("prefix").notNullable(); // the key's first characters, shown to distinguish keys
    t.text("hash").notNullable().unique(); // SHA-256 of the key, hex
    t.text("scopes").notNullable(); // JSON array; ["*"] stands for every scope
    t.bigInteger("created_at").notNullable();
    t.bigInteger("last_used_at");
    t.bigInteger("expires_at");
    t.bigInteger("revoked_at");
    t.primary(["account_id", "id"]);
  });
  // A console session acts with the rights of its key, and ends with the key.
  await db.schema.createTable("console_sessions", (t) => {
    t.text("hash").primary(); // SHA-256 of the session's token, hex
    t.uuid("account_id").notNullable();
    t.uuid("key_id").notNullable();
    t.bigInteger("created_at").notNullable();
    t.bigInteger("ends_at").notNullable(); // each use of the session sets a later end
  });
  await db.raw("create index console_sessions_ends on console_sessions (ends_at)");
}

async function senders(db: Knex): Promise<void> {
  await db.schema.createTable("senders", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.text("channel").notNullable();
    t.text("address").notNullable();
    t.text("carrier").notNullable();
    t.boolean("is_default").notNullable();
    t.integer("max_per_second").notNullable();
    t.bigInteger("tokens").notNullable(); // level of the token bucket at tokens_at, in thousandths of a message
    t.bigInteger("tokens_at").notNullable();
    t.integer("tokens_granted").notNullable().defaultTo(0); // granted by the latest statement, for its `returning`
    t.bigInteger("created_at").notNullable();
    t.bigInteger("removed_at");
    t.primary(["account_id", "id"]);
  });
  await db.raw(
    "create unique index senders_address on senders (account_id, channel, address) where removed_at is null",
  );
}

async function carriers(db: Knex): Promise<void> {
  await db.schema.createTable("carrier_connections", (t) => {
    t.text("name").primary();
    t.text("kind").notNullable();
    t.text("settings").notNullable(); // JSON {name: value}: the settings that the operator has set
    t.text("secrets").notNullable(); // JSON {name: encrypted value}
    t.text("token").notNullable(); // encrypted
    t.integer("max_per_second"); // null: only its senders are limited
    t.bigInteger("tokens").notNullable(); // token bucket, as in senders
    t.bigInteger("tokens_at").notNullable();
    t.integer("tokens_granted").notNullable().defaultTo(0);
    t.integer("revision").notNullable(); // number of changes
    t.bigInteger("created_at").notNullable();
    t.bigInteger("updated_at").notNullable();
  });
}
