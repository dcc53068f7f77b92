import type { Knex } from "knex";

// Imports, follow-ups and erasures that wait get jobs. What their own tables say of leases is not needed any more.

const JOB_COLUMNS =
  "account_id, kind, id, key, priority, due_at, leases, attempt, weight, created_at, payload";

/** A job an account, due when the first of what it is about is. */
const jobsOf = (kind: string, table: string, waiting: string) => `insert into jobs (${JOB_COLUMNS})
  select account_id, '${kind}', account_id, account_id, 0, min(due_at), 0, 0, 1, min(due_at), 'null'
  from ${table} where ${waiting} group by account_id`;

export async function up(db: Knex): Promise<void> {
  await db.raw(`insert into jobs (${JOB_COLUMNS})
    select account_id, 'import', id, account_id, 0, created_at, 0, 0, 1, created_at, 'null'
    from imports where status in ('pending', 'running')`);
  await db.raw("drop index imports_due");
  for (const column of ["lease", "due_at", "attempts"])
    await db.schema.alterTable("imports", (t) => t.dropColumn(column));

  await db.raw(jobsOf("follow-up", "follow_ups", "ended_at is null"));
  await db.raw("create index follow_ups_waiting on follow_ups (account_id, due_at) where ended_at is null");
  await db.raw("drop index follow_ups_due");

  await db.raw(jobsOf("erasure", "erasures", "due_at is not null"));
  await db.raw("create index erasures_waiting on erasures (account_id, due_at) where due_at is not null");
  await db.raw("drop index erasures_due");
}

export async function down(db: Knex): Promise<void> {
  await db.raw("create index erasures_due on erasures (due_at) where due_at is not null");
  await db.raw("drop index erasures_waiting");
  await db.raw("create index follow_ups_due on follow_ups (due_at) where ended_at is null");
  await db.raw("drop index follow_ups_waiting");
  await db.schema.alterTable("imports", (t) => t.bigInteger("due_at").notNullable().defaultTo(0));
  await db.schema.alterTable("imports", (t) => t.integer("attempts").notNullable().defaultTo(0));
  await db.schema.alterTable("imports", (t) => t.uuid("lease"));
  await db.raw("create index imports_due on imports (due_at) where status in ('pending', 'running')");
  await db("jobs").whereIn("kind", ["import", "follow-up", "erasure"]).delete();
}
