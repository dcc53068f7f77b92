import type { Knex } from "knex";
import { dialectOf } from "../dialect";

// Conventions: `account_id` leads every key, so that the tables can be spread by account; instants are bigint
// milliseconds; documents (content, history, …) are JSON kept as text, read and written whole.

const TABLES = [
  "webhook_payloads",
  "webhook_deliveries",
  "webhook_endpoints",
  "message_counts",
  "message_totals",
  "idempotency_keys",
  "batches",
  "messages",
  "list_members",
  "contact_lists",
  "contacts",
  "templates",
  "files",
  "senders",
  "rate_windows",
  "api_keys",
  "accounts",
  "service_secrets",
];

export async function up(db: Knex): Promise<void> {
  await accountsAndKeys(db);
  await contentTables(db);
  await contactTables(db);
  await messageTables(db);
  await webhookTables(db);
}

export async function down(db: Knex): Promise<void> {
  for (const table of TABLES) await db.schema.dropTableIfExists(table);
}

async function accountsAndKeys(db: Knex): Promise<void> {
  // Secrets that every process of one database must share, such as the key that signs upload URLs.
  await db.schema.createTable("service_secrets", (t) => {
    t.text("name").primary();
    t.text("value").notNullable();
  });
  await db.schema.createTable("accounts", (t) => {
    t.uuid("id").primary();
    t.text("name").notNullable().unique();
    t.integer("rate_limit"); // requests a minute; null: the service's default
    t.boolean("opt_out").notNullable().defaultTo(true);
    t.text("prices"); // JSON {channel: micro-units}; null: the service's defaults
    t.bigInteger("created_at").notNullable();
  });
  await db.schema.createTable("api_keys", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.text("name").notNullable();
    t.text("prefix").notNullable(); // the first characters of the key, to recognize it by
    t.text("hash").notNullable().unique(); // SHA-256 of the key, hex
    t.text("scopes").notNullable(); // JSON array; ["*"] stands for every scope
    t.bigInteger("created_at").notNullable();
    t.bigInteger("last_used_at");
    t.bigInteger("expires_at");
    t.bigInteger("revoked_at");
    t.primary(["account_id", "id"]);
  });
  await db.schema.createTable("rate_windows", (t) => {
    t.uuid("account_id").notNullable();
    t.bigInteger("window_start").notNullable();
    t.integer("used").notNullable();
    t.primary(["account_id"]);
  });
  // Losing the counts of one minute in a crash harms nobody, and an unlogged table spares each request a flush.
  if (dialectOf(db) === "postgres") await db.raw("alter table rate_windows set unlogged");
  await db.schema.createTable("senders", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.text("channel").notNullable();
    t.text("address").notNullable();
    t.text("carrier").notNullable();
    t.boolean("is_default").notNullable();
    t.integer("max_per_second").notNullable();
    // The token bucket, in thousandths of a message: what may go out at `tokens_at`. Refilled when it is read.
    t.bigInteger("tokens").notNullable();
    t.bigInteger("tokens_at").notNullable();
    t.integer("tokens_granted").notNullable().defaultTo(0); // what the last taking got, for its `returning`
    t.bigInteger("created_at").notNullable();
    t.bigInteger("removed_at");
    t.primary(["account_id", "id"]);
  });
  await db.raw(
    "create unique index senders_address on senders (account_id, channel, address) where removed_at is null",
  );
}

async function contentTables(db: Knex): Promise<void> {
  await db.schema.createTable("files", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.text("usage").notNullable();
    t.text("kind").notNullable();
    t.text("content_type").notNullable();
    t.bigInteger("size_bytes").notNullable();
    t.text("filename");
    t.text("status").notNullable();
    t.text("download_token").notNullable().unique(); // unguessable; names the file in its stable URL
    t.bigInteger("created_at").notNullable();
    t.bigInteger("uploaded_at");
    t.primary(["account_id", "id"]);
  });
  await db.raw("create index files_pending on files (created_at) where status = 'pending'");
  await db.schema.createTable("templates", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.text("name").notNullable();
    t.text("name_key").notNullable(); // decides uniqueness: case does not count
    t.text("name_search").notNullable(); // folded: neither case nor diacritics count
    t.text("channel").notNullable();
    t.text("content").notNullable();
    t.bigInteger("created_at").notNullable();
    t.bigInteger("updated_at").notNullable();
    t.primary(["account_id", "id"]);
    t.unique(["account_id", "name_key"]);
  });
}

async function contactTables(db: Knex): Promise<void> {
  await db.schema.createTable("contacts", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.text("phone").notNullable();
    t.text("name");
    t.text("name_search");
    t.text("attributes").notNullable().defaultTo("{}");
    t.bigInteger("created_at").notNullable();
    t.bigInteger("updated_at").notNullable();
    t.bigInteger("deleted_at");
    t.primary(["account_id", "id"]);
    t.unique(["account_id", "phone"]);
  });
  await db.schema.createTable("contact_lists", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.text("name").notNullable();
    t.text("name_key").notNullable();
    t.text("name_search").notNullable();
    t.text("type").notNullable();
    t.text("channels").notNullable(); // JSON array
    t.boolean("is_provisioned").notNullable();
    t.bigInteger("created_at").notNullable();
    t.bigInteger("updated_at").notNullable();
    t.bigInteger("deleted_at");
    t.primary(["account_id", "id"]);
  });
  await db.raw(
    "create unique index contact_lists_name on contact_lists (account_id, name_key) where deleted_at is null",
  );
  await db.schema.createTable("list_members", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("list_id").notNullable();
    t.uuid("contact_id").notNullable();
    t.bigInteger("created_at").notNullable();
    t.primary(["account_id", "list_id", "contact_id"]);
    t.index(["account_id", "contact_id"]);
  });
}

async function messageTables(db: Knex): Promise<void> {
  await db.schema.createTable("messages", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.uuid("batch_id"); // the batch that it was created in; null when it was never dispatched
    t.text("channel").notNullable();
    t.text("status").notNullable();
    t.text("recipient").notNullable(); // E.164
    t.text("sender"); // the address it goes out from
    t.uuid("contact_id");
    t.uuid("template_id");
    t.uuid("campaign_id");
    t.uuid("parent_message_id");
    t.text("content"); // rendered
    t.smallint("segments");
    t.bigInteger("price").notNullable().defaultTo(0); // micro-units, charged so far
    t.text("error");
    t.text("client_reference");
    t.text("history").notNullable(); // JSON [[status, instant, error?], …]; its length is the sequence
    t.text("search").notNullable(); // folded recipient and text
    t.bigInteger("created_at").notNullable();
    t.bigInteger("updated_at").notNullable();
    t.primary(["account_id", "id"]);
  });
  await db.raw("create index messages_status on messages (account_id, status, id)");
  await db.raw(
    "create index messages_template on messages (account_id, template_id, id) where template_id is not null",
  );
  await db.raw(
    "create index messages_campaign on messages (account_id, campaign_id, id) where campaign_id is not null",
  );
  // What is leased: a run of messages of one sender. `ids` names them when they are not the whole run.
  await db.schema.createTable("batches", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.uuid("sender_id").notNullable();
    t.text("phase").notNullable(); // submit: hand over to the carrier; await: look after missing reports
    t.smallint("priority").notNullable(); // 0 before 1: inline sends before campaigns
    t.bigInteger("due_at").notNullable();
    t.uuid("lease");
    t.integer("lease_count").notNullable(); // leases since it was put back; above 1, a holder died
    t.boolean("paused").notNullable().defaultTo(false); // put back with a part of it handed over
    t.integer("attempt").notNullable(); // hand-overs tried before
    t.uuid("origin_id").notNullable(); // messages.batch_id of its messages: the batch they were created in
    t.uuid("first_id").notNullable();
    t.uuid("last_id").notNullable();
    t.text("ids"); // JSON array; null: every message of the run
    t.integer("size").notNullable();
    t.bigInteger("created_at").notNullable();
    t.primary(["account_id", "id"]);
  });
  await db.raw("create index batches_due on batches (account_id, sender_id, phase, priority, due_at, id)");
  await db.schema.createTable("idempotency_keys", (t) => {
    t.uuid("account_id").notNullable();
    t.text("key").notNullable();
    t.text("fingerprint").notNullable(); // SHA-256 of the canonical JSON body
    t.text("answer").notNullable();
    t.bigInteger("created_at").notNullable();
    t.primary(["account_id", "key"]);
    t.index(["created_at"]);
  });
  // Changes of counts, insert-only, and the totals that they are folded into later: their sum answers page totals,
  // progress and usage. In the totals the nil id stands for none, so that a kind has one row.
  await db.schema.createTable("message_totals", (t) => {
    t.uuid("account_id").notNullable();
    t.integer("day").notNullable();
    t.text("channel").notNullable();
    t.text("status").notNullable();
    t.uuid("template_id").notNullable();
    t.uuid("campaign_id").notNullable();
    t.bigInteger("messages").notNullable();
    t.bigInteger("price").notNullable();
    t.primary(["account_id", "day", "channel", "status", "template_id", "campaign_id"]);
  });
  await db.schema.createTable("message_counts", (t) => {
    t.bigIncrements("id");
    t.uuid("account_id").notNullable();
    t.integer("day").notNullable(); // days since 1970-01-01, of the message's creation
    t.text("channel").notNullable();
    t.text("status").notNullable();
    t.uuid("template_id");
    t.uuid("campaign_id");
    t.bigInteger("messages").notNullable();
    t.bigInteger("price").notNullable();
    t.index(["account_id", "day"]);
  });
}

async function webhookTables(db: Knex): Promise<void> {
  await db.schema.createTable("webhook_endpoints", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.text("url").notNullable();
    t.text("description");
    t.text("status").notNullable();
    t.text("disabled_reason");
    t.text("secret").notNullable();
    t.text("previous_secret");
    t.bigInteger("previous_secret_expires_at");
    t.bigInteger("failing_since");
    t.bigInteger("created_at").notNullable();
    t.bigInteger("updated_at").notNullable();
    t.primary(["account_id", "id"]);
  });
  // The outbox: a row is one request to come, with up to 100 events. It stays as the delivery log afterwards.
  await db.schema.createTable("webhook_deliveries", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.uuid("webhook_id").notNullable();
    t.text("status").notNullable();
    t.integer("event_count").notNullable();
    t.text("attempts").notNullable().defaultTo("[]");
    t.integer("attempt_count").notNullable().defaultTo(0); // of the present round: a manual retry starts a new one
    t.bigInteger("due_at").notNullable();
    t.uuid("lease");
    t.bigInteger("created_at").notNullable();
    t.primary(["account_id", "webhook_id", "id"]); // serves the log of an endpoint, too
  });
  await db.raw(
    "create index webhook_deliveries_due on webhook_deliveries (account_id, webhook_id, due_at, id) where status = 'pending'",
  );
  // What a delivery carries, apart from its state: SQLite writes a whole row at each change of it, and a lease and its
  // end would write tens of kilobytes of events twice more.
  await db.schema.createTable("webhook_payloads", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable(); // the delivery's
    t.text("events").notNullable(); // JSON array: the body as it is sent
    t.primary(["account_id", "id"]);
  });
  if (dialectOf(db) === "postgres") await packQuickly(db, "webhook_payloads", "events");
}

/** PostgreSQL's own compression takes longer than all else about an insert: LZ4 where the server has it, else none. */
async function packQuickly(db: Knex, table: string, column: string): Promise<void> {
  const { rows } = (await db.raw(
    "select 1 from pg_settings where name = 'default_toast_compression' and 'lz4' = any (enumvals)",
  )) as { rows: unknown[] };
  const how = rows.length > 0 ? "compression lz4" : "storage external";
  await db.raw(`alter table ${table} alter column ${column} set ${how}`);
}
