import type { Knex } from "knex";
import { foldForSearch } from "../../search-text";
import { dialectOf } from "../dialect";

const NEW_TABLES = [
  "campaigns",
  "import_rejections",
  "imports",
  "contact_totals",
  "contact_counts",
  "former_members",
];

/** Stands for "every contact of the account" among the lists. */
const NIL = "00000000-0000-0000-0000-000000000000";

export async function up(db: Knex): Promise<void> {
  await searchableContacts(db);
  await memberships(db);
  await counts(db);
  await importTables(db);
  await campaignTables(db);
}

export async function down(db: Knex): Promise<void> {
  await db.raw("drop index messages_campaign_contact");
  await db.raw("drop index messages_campaign_open");
  await db.raw("drop index message_totals_campaign");
  await db.raw("drop index batches_campaign");
  await db.schema.alterTable("batches", (t) => t.dropColumn("campaign_id"));
  for (const table of NEW_TABLES) await db.schema.dropTableIfExists(table);
  if (dialectOf(db) === "postgres") {
    await db.raw("drop sequence membership_ticks");
    await db.raw("drop index if exists contacts_search");
    await db.raw("drop index contacts_present");
    await db.schema.alterTable("contacts", (t) => t.dropColumn("search"));
    await db.schema.alterTable("contacts", (t) => t.text("name_search"));
  } else {
    await db.raw("drop table membership_ticks");
    for (const event of ["added", "removed", "changed"]) await db.raw(`drop trigger contacts_${event}`);
    await db.raw("drop table contacts_search");
    await replaceContacts(db, "", "");
    await db.raw("update contacts set name_search = ''");
  }
  await db.schema.alterTable("list_members", (t) => t.bigInteger("created_at").notNullable().defaultTo(0));
  await db.schema.alterTable("list_members", (t) => t.dropColumn("joined"));
}

/** Names and numbers are found by any part of them: by trigrams, on both databases. */
async function searchableContacts(db: Knex): Promise<void> {
  if (dialectOf(db) === "postgres") {
    await db.schema.alterTable("contacts", (t) => t.text("search").notNullable().defaultTo(""));
    await db.schema.alterTable("contacts", (t) => t.dropColumn("name_search"));
  } else {
    // VACUUM renumbers the rows of a table without an integer key, and the index of texts goes by that number.
    await replaceContacts(db, "row_id integer primary key,", "search text not null default '',");
  }
  const rows = (await db("contacts")
    .whereNull("deleted_at")
    .select("account_id", "id", "phone", "name")) as Record<"account_id" | "id" | "phone" | "name", string>[];
  for (const { account_id, id, phone, name } of rows) {
    const search = `${foldForSearch(name ?? "")}\n${phone}`;
    await db("contacts").where({ account_id, id }).update({ search });
  }
  if (dialectOf(db) === "postgres") await trigramsOnPostgres(db);
  else await trigramsOnSqlite(db);
  await db.raw("create index contacts_present on contacts (account_id, id) where deleted_at is null");
}

/** The table with other columns at its beginning and its end: SQLite cannot add a key to one that exists. */
async function replaceContacts(db: Knex, first: string, last: string): Promise<void> {
  const kept = "account_id, id, phone, name, attributes, created_at, updated_at, deleted_at";
  await db.raw("drop index if exists contacts_present");
  await db.raw("alter table contacts rename to contacts_before");
  const nameSearch = last === "" ? "name_search text," : "";
  await db.raw(
    `create table contacts (${first} account_id char(36) not null, id char(36) not null, phone text not null,
       name text, attributes text not null default '{}', ${nameSearch} ${last} created_at bigint not null,
       updated_at bigint not null, deleted_at bigint, unique (account_id, id), unique (account_id, phone))`,
  );
  await db.raw(`insert into contacts (${kept}) select ${kept} from contacts_before order by id`);
  await db.raw("drop table contacts_before");
}

async function trigramsOnSqlite(db: Knex): Promise<void> {
  await db.raw(
    `create virtual table contacts_search
       using fts5(search, content = 'contacts', content_rowid = 'row_id', tokenize = 'trigram case_sensitive 1')`,
  );
  await db.raw("insert into contacts_search (contacts_search) values ('rebuild')");
  const add = "insert into contacts_search (rowid, search) values (new.row_id, new.search);";
  const remove =
    "insert into contacts_search (contacts_search, rowid, search) values ('delete', old.row_id, old.search);";
  await db.raw(`create trigger contacts_added after insert on contacts begin ${add} end`);
  await db.raw(`create trigger contacts_removed after delete on contacts begin ${remove} end`);
  await db.raw(
    `create trigger contacts_changed after update of search on contacts
       when old.search is not new.search begin ${remove} ${add} end`,
  );
}

/** The extension comes with PostgreSQL, but not every owner may create it: without it a search reads every contact. */
async function trigramsOnPostgres(db: Knex): Promise<void> {
  const { rows } = (await db.raw(
    `select 1 from pg_available_extensions where name = 'pg_trgm' and
       (installed_version is not null or has_database_privilege(current_database(), 'create'))`,
  )) as { rows: unknown[] };
  if (rows.length === 0) return;
  await db.raw("create extension if not exists pg_trgm");
  await db.raw(
    "create index contacts_search on contacts using gin (search gin_trgm_ops) where deleted_at is null",
  );
}

async function memberships(db: Knex): Promise<void> {
  // What `joined` and `departed` hold: rising over all processes, in the order in which changes asked for them.
  if (dialectOf(db) === "postgres") {
    await db.raw("create sequence membership_ticks");
  } else {
    await db.schema.createTable("membership_ticks", (t) => t.bigInteger("value").notNullable());
    await db("membership_ticks").insert({ value: 0 });
  }
  await db.schema.alterTable("list_members", (t) => t.bigInteger("joined").notNullable().defaultTo(0));
  await db.schema.alterTable("list_members", (t) => t.dropColumn("created_at"));
  // Who left while a campaign was still going through the list as it was before.
  await db.schema.createTable("former_members", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("list_id").notNullable();
    t.uuid("contact_id").notNullable();
    t.bigInteger("joined").notNullable();
    t.bigInteger("departed").notNullable();
    t.primary(["account_id", "list_id", "contact_id", "joined"]);
  });
}

/** As with messages: changes of counts, insert-only, and the totals that they are folded into. */
async function counts(db: Knex): Promise<void> {
  await db.schema.createTable("contact_counts", (t) => {
    t.bigIncrements("id");
    t.uuid("account_id").notNullable();
    t.uuid("list_id").notNullable(); // the nil id: every contact of the account
    t.bigInteger("contacts").notNullable();
    t.index(["account_id", "list_id"]);
  });
  await db.schema.createTable("contact_totals", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("list_id").notNullable();
    t.bigInteger("contacts").notNullable();
    t.primary(["account_id", "list_id"]);
  });
  const nil = dialectOf(db) === "postgres" ? `'${NIL}'::uuid` : `'${NIL}'`;
  await db.raw(
    `insert into contact_totals (account_id, list_id, contacts)
       select account_id, ${nil}, count(*) from contacts where deleted_at is null group by account_id
       union all select account_id, list_id, count(*) from list_members group by account_id, list_id`,
  );
}

async function importTables(db: Knex): Promise<void> {
  await db.schema.createTable("imports", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.uuid("list_id").notNullable();
    t.uuid("file_id").notNullable();
    t.text("status").notNullable();
    t.integer("rows_total"); // null until the file has been looked through
    t.integer("rows_processed").notNullable().defaultTo(0); // also where a new worker goes on
    t.integer("created").notNullable().defaultTo(0);
    t.integer("updated").notNullable().defaultTo(0);
    t.integer("rejected").notNullable().defaultTo(0);
    t.integer("listed").notNullable().defaultTo(0); // rejections that are kept
    t.text("columns"); // JSON array: the file's own names; null until the file has been looked through
    t.text("error"); // JSON {code, message}
    t.uuid("lease");
    t.integer("attempts").notNullable().defaultTo(0); // times that it was taken up since it last got on
    t.bigInteger("due_at").notNullable(); // when it may be taken up: the end of the lease
    t.bigInteger("created_at").notNullable();
    t.bigInteger("started_at");
    t.bigInteger("completed_at");
    t.primary(["account_id", "id"]);
    t.index(["account_id", "list_id", "id"]);
  });
  await db.raw(
    "create unique index imports_active on imports (account_id, list_id) where status in ('pending', 'running')",
  );
  await db.raw("create index imports_due on imports (due_at) where status in ('pending', 'running')");
  await db.raw("create index imports_listed on imports (completed_at) where listed > 0");
  await db.schema.createTable("import_rejections", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("import_id").notNullable();
    t.integer("line").notNullable();
    t.text("reason").notNullable();
    t.text("cells").notNullable(); // JSON array: the row as it was
    t.primary(["account_id", "import_id", "line"]);
  });
}

async function campaignTables(db: Knex): Promise<void> {
  await db.schema.createTable("campaigns", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.text("name").notNullable();
    t.text("name_key").notNullable();
    t.text("name_search").notNullable();
    t.uuid("template_id").notNullable();
    t.uuid("list_id").notNullable();
    t.text("channel").notNullable();
    t.text("status").notNullable();
    t.text("error"); // JSON {code, message}
    t.bigInteger("created_at").notNullable();
    t.bigInteger("updated_at").notNullable();
    t.bigInteger("scheduled_at");
    t.bigInteger("waiting_since"); // since when a due start waits for an import
    t.bigInteger("started_at");
    t.bigInteger("completed_at");
    t.bigInteger("failed_at");
    t.integer("launches").notNullable().defaultTo(0);
    t.text("content"); // the template's at the launch: one run sends one text
    t.bigInteger("snapshot"); // the tick of the launch
    t.uuid("expanded_to"); // the contact up to which messages are created; null: none yet
    t.boolean("expanded").notNullable().defaultTo(false); // every contact of the snapshot has its message
    t.primary(["account_id", "id"]);
    t.unique(["account_id", "name_key"]);
    t.index(["account_id", "list_id"]);
    t.index(["account_id", "template_id"]);
  });
  await db.raw("create index campaigns_scheduled on campaigns (scheduled_at) where status = 'scheduled'");
  await db.raw("create index campaigns_running on campaigns (id) where status = 'running'");
  // No contact gets two messages of one campaign, whatever else goes wrong. Follow-ups are no part of it.
  await db.raw(
    `create unique index messages_campaign_contact on messages (account_id, campaign_id, contact_id)
       where campaign_id is not null and parent_message_id is null`,
  );
  // Tells at once whether a campaign still has messages to settle. Alternatives and no list: SQLite sees through these.
  await db.raw(
    `create index messages_campaign_open on messages (account_id, campaign_id, status)
       where campaign_id is not null and parent_message_id is null and (status = 'pending' or status = 'sent')`,
  );
  await db.schema.alterTable("batches", (t) => t.uuid("campaign_id"));
  await db.raw(
    "create index batches_campaign on batches (account_id, campaign_id, due_at) where campaign_id is not null",
  );
  await db.raw("create index message_totals_campaign on message_totals (account_id, campaign_id)");
}
