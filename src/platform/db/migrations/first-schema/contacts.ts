import type { Knex } from "knex";
import { dialectOf } from "../../dialect";

export async function createContactTables(db: Knex): Promise<void> {
  await contacts(db);
  await contactLists(db);
  await contactCounts(db);
  await imports(db);
}

async function contacts(db: Knex): Promise<void> {
  const isPostgres = dialectOf(db) === "postgres";
  await db.schema.createTable("contacts", (t) => {
    // The full-text index refers to rowids. VACUUM changes the rowids of a table without an integer key.
    if (!isPostgres) t.integer("row_id").primary();
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.text("phone").notNullable();
    t.text("name");
    t.text("attributes").notNullable().defaultTo("{}");
    t.text("search").notNullable().defaultTo(""); // folded name, line feed, number; empty once deleted
    t.bigInteger("created_at").notNullable();
    t.bigInteger("updated_at").notNullable();
    t.bigInteger("deleted_at");
    if (isPostgres) t.primary(["account_id", "id"]);
    else t.unique(["account_id", "id"]);
    t.unique(["account_id", "phone"]);
  });
  await db.raw("create index contacts_present on contacts (account_id, id) where deleted_at is null");
  // Trigram indexes find any part of a name or number.
  await (isPostgres ? trigramsOnPostgres(db) : trigramsOnSqlite(db));
  // Phone numbers whose messages belong to a contact. If the contact is deleted, `due_at` is set, and a job
  // erases the texts of these messages.
  await db.schema.createTable("erasures", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("contact_id").notNullable();
    t.text("phone").notNullable();
    t.uuid("up_to"); // id made when the contact was deleted; null: a former number of the contact
    t.bigInteger("due_at");
    t.uuid("erased_to"); // last erased message; null: none yet
    t.primary(["account_id", "contact_id", "phone"]);
  });
  await db.raw("create index erasures_waiting on erasures (account_id, due_at) where due_at is not null");
}

async function trigramsOnSqlite(db: Knex): Promise<void> {
  await db.raw(
    `create virtual table contacts_search
       using fts5(search, content = 'contacts', content_rowid = 'row_id', tokenize = 'trigram case_sensitive 1')`,
  );
  // Removes deleted texts at once instead of at the next merge. The 1 is a literal: the driver would bind a
  // real, which FTS5 refuses.
  await db.raw("insert into contacts_search (contacts_search, rank) values ('secure-delete', 1)");
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

/**
 * Creates the trigram index if `pg_trgm` is installed or may be created. Without it, a search reads every
 * contact.
 */
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

async function contactLists(db: Knex): Promise<void> {
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
  // Source of `joined` and `departed`. Its values rise across all processes.
  if (dialectOf(db) === "postgres") {
    await db.raw("create sequence membership_ticks");
  } else {
    await db.schema.createTable("membership_ticks", (t) => t.bigInteger("value").notNullable());
    await db("membership_ticks").insert({ value: 0 });
  }
  await db.schema.createTable("list_members", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("list_id").notNullable();
    t.uuid("contact_id").notNullable();
    t.bigInteger("joined").notNullable();
    t.bigInteger("added_at").notNullable();
    t.text("origin").notNullable(); // request, import or opt_out
    t.primary(["account_id", "list_id", "contact_id"]);
    t.index(["account_id", "contact_id"]);
  });
  // Members who left a list while a campaign was still reading the members as of its launch.
  await db.schema.createTable("former_members", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("list_id").notNullable();
    t.uuid("contact_id").notNullable();
    t.bigInteger("joined").notNullable();
    t.bigInteger("departed").notNullable();
    t.primary(["account_id", "list_id", "contact_id", "joined"]);
  });
}

/** Creates the tables of count changes and of totals. A periodic job moves the changes into the totals. */
async function contactCounts(db: Knex): Promise<void> {
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
}

async function imports(db: Knex): Promise<void> {
  await db.schema.createTable("imports", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.uuid("list_id").notNullable();
    t.uuid("file_id").notNullable();
    t.text("status").notNullable();
    t.integer("rows_total"); // null until the file has been inspected
    t.integer("rows_processed").notNullable().defaultTo(0); // also the row at which the next worker continues
    t.integer("created").notNullable().defaultTo(0);
    t.integer("updated").notNullable().defaultTo(0);
    t.integer("rejected").notNullable().defaultTo(0);
    t.integer("listed").notNullable().defaultTo(0); // number of rows in import_rejections
    t.text("columns"); // JSON array: column names of the file; null until the file has been inspected
    t.text("column_choices").notNullable(); // JSON array: choices of the request; later of all columns
    t.text("error"); // JSON {code, message}
    t.bigInteger("created_at").notNullable();
    t.bigInteger("started_at");
    t.bigInteger("completed_at");
    t.primary(["account_id", "id"]);
    t.index(["account_id", "list_id", "id"]);
  });
  await db.raw(
    "create unique index imports_active on imports (account_id, list_id) where status in ('pending', 'running')",
  );
  await db.raw("create index imports_listed on imports (completed_at) where listed > 0");
  await db.raw("create index imports_file on imports (account_id, file_id)");
  await db.schema.createTable("import_rejections", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("import_id").notNullable();
    t.integer("line").notNullable();
    t.text("reason").notNullable();
    t.text("cells").notNullable(); // JSON array: the cells as in the file
    t.primary(["account_id", "import_id", "line"]);
  });
}
