import type { Knex } from "knex";
import { dialectOf } from "../dialect";

// Which templates send which, to be looked up from either end. Triggers keep it: builds that do not know the table write
// rules as well.

const SOURCES = `insert into follow_up_targets (account_id, source_id, target_id)`;

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable("follow_up_targets", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("source_id").notNullable();
    t.uuid("target_id").notNullable();
    t.primary(["account_id", "source_id", "target_id"]);
    t.index(["account_id", "target_id", "source_id"]);
  });
  await (dialectOf(db) === "postgres" ? upOnPostgres(db) : upOnSqlite(db));
}

export async function down(db: Knex): Promise<void> {
  if (dialectOf(db) === "postgres") {
    await db.raw("drop trigger follow_up_targets on templates");
    await db.raw("drop function note_follow_up_targets");
  } else {
    for (const event of ["insert", "update", "delete"])
      await db.raw(`drop trigger follow_up_targets_${event}`);
  }
  await db.schema.dropTable("follow_up_targets");
}

async function upOnSqlite(db: Knex): Promise<void> {
  const targets = (row: string) =>
    `select distinct ${row}.account_id, ${row}.id, json_extract(rule.value, '$.templateId')
     from json_each(${row}.follow_ups) as rule`;
  const forget = "delete from follow_up_targets where account_id = old.account_id and source_id = old.id;";
  const note = `${SOURCES} ${targets("new")};`;
  const on = (event: string, steps: string) =>
    db.raw(
      `create trigger follow_up_targets_${event.split(" ")[0]} after ${event} on templates begin ${steps} end`,
    );
  await on("insert", note);
  await on("update of follow_ups", `${forget} ${note}`);
  await on("delete", forget);
  await db.raw(
    `${SOURCES} select distinct t.account_id, t.id, json_extract(rule.value, '$.templateId')
     from templates t, json_each(t.follow_ups) as rule`,
  );
}

async function upOnPostgres(db: Knex): Promise<void> {
  const targets = (row: string) =>
    `select distinct ${row}.account_id, ${row}.id, (rule ->> 'templateId')::uuid
     from json_array_elements(${row}.follow_ups::json) as rule`;
  await db.raw(`create function note_follow_up_targets() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        delete from follow_up_targets where account_id = old.account_id and source_id = old.id;
      end if;
      if tg_op <> 'DELETE' then
        ${SOURCES} ${targets("new")};
      end if;
      return null;
    end $$`);
  await db.raw(`create trigger follow_up_targets after insert or delete or update of follow_ups on templates
    for each row execute function note_follow_up_targets()`);
  await db.raw(
    `${SOURCES} select distinct t.account_id, t.id, (rule ->> 'templateId')::uuid
     from templates t cross join lateral json_array_elements(t.follow_ups::json) as rule`,
  );
}
