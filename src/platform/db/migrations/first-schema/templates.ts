import type { Knex } from "knex";
import { dialectOf } from "../../dialect";

export async function createTemplateTables(db: Knex): Promise<void> {
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
    t.bigInteger("deleted_at"); // the row of a deleted file stays until its bytes are removed
    t.primary(["account_id", "id"]);
  });
  await db.raw("create index files_pending on files (created_at) where status = 'pending'");
  await db.raw("create index files_deleted on files (deleted_at) where deleted_at is not null");
  await db.raw("create index files_tables on files (uploaded_at) where usage = 'contact_import'");
  await db.schema.createTable("templates", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.text("name").notNullable();
    t.text("name_key").notNullable(); // for uniqueness; ignores case
    t.text("name_search").notNullable(); // ignores case and diacritics
    t.text("channel").notNullable();
    t.text("content").notNullable();
    t.text("follow_ups").notNullable().defaultTo("[]"); // JSON array of rules
    t.bigInteger("created_at").notNullable();
    t.bigInteger("updated_at").notNullable();
    t.primary(["account_id", "id"]);
    t.unique(["account_id", "name_key"]);
  });
  await followUpTargets(db);
}

const INSERT_TARGETS = "insert into follow_up_targets (account_id, source_id, target_id)";
const DELETE_TARGETS =
  "delete from follow_up_targets where account_id = old.account_id and source_id = old.id";

/**
 * Creates follow_up_targets, which links each template to the templates that its follow-up rules send.
 * Database triggers fill it from templates.follow_ups.
 */
async function followUpTargets(db: Knex): Promise<void> {
  await db.schema.createTable("follow_up_targets", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("source_id").notNullable();
    t.uuid("target_id").notNullable();
    t.primary(["account_id", "source_id", "target_id"]);
    t.index(["account_id", "target_id", "source_id"]);
  });
  await (dialectOf(db) === "postgres" ? triggersOnPostgres(db) : triggersOnSqlite(db));
}

async function triggersOnSqlite(db: Knex): Promise<void> {
  const insertTargets = `${INSERT_TARGETS}
    select distinct new.account_id, new.id, json_extract(rule.value, '$.templateId')
    from json_each(new.follow_ups) as rule`;
  const triggers = [
    ["insert", "insert", `${insertTargets};`],
    ["update", "update of follow_ups", `${DELETE_TARGETS}; ${insertTargets};`],
    ["delete", "delete", `${DELETE_TARGETS};`],
  ];
  for (const [name, event, steps] of triggers) {
    await db.raw(`create trigger follow_up_targets_${name} after ${event} on templates begin ${steps} end`);
  }
}

async function triggersOnPostgres(db: Knex): Promise<void> {
  await db.raw(`create function note_follow_up_targets() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        ${DELETE_TARGETS};
      end if;
      if tg_op <> 'DELETE' then
        ${INSERT_TARGETS} select distinct new.account_id, new.id, (rule ->> 'templateId')::uuid
          from json_array_elements(new.follow_ups::json) as rule;
      end if;
      return null;
    end $$`);
  await db.raw(`create trigger follow_up_targets after insert or delete or update of follow_ups on templates
    for each row execute function note_follow_up_targets()`);
}
