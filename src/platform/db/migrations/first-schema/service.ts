import type { Knex } from "knex";
import { dialectOf } from "../../dialect";

export async function createServiceTables(db: Knex): Promise<void> {
  // Has one row: the oldest build that works with this schema, by the name of that build's newest migration.
  await db.schema.createTable("schema_compatibility", (t) => {
    t.text("oldest_build").notNullable();
  });
  await db("schema_compatibility").insert({ oldest_build: "0001_first_schema" });
  // Values that all processes share, such as the id of the key that encrypts secrets.
  await db.schema.createTable("service_facts", (t) => {
    t.text("name").primary();
    t.text("value").notNullable();
  });
  // Encrypted values that all processes share, such as the key that signs upload URLs.
  await db.schema.createTable("service_secrets", (t) => {
    t.text("name").primary();
    t.text("value").notNullable();
  });
  await jobs(db);
}

async function jobs(db: Knex): Promise<void> {
  await db.schema.createTable("jobs", (t) => {
    t.uuid("account_id").notNullable();
    t.text("kind").notNullable();
    t.uuid("id").notNullable();
    t.uuid("key").notNullable(); // unit of fairness and concurrency: a sender, a campaign, an endpoint
    t.smallint("priority").notNullable();
    t.bigInteger("due_at").notNullable(); // when the job is due; while leased, the end of the lease
    t.bigInteger("ready_at"); // while leased: when the job was due
    t.bigInteger("again_at"); // while leased: when to run the job again, because it was enqueued again
    t.uuid("lease");
    t.integer("leases").notNullable(); // number of leases since a worker last released the job
    t.integer("attempt").notNullable();
    t.integer("weight").notNullable();
    t.uuid("tag"); // parks and resumes jobs as a group
    t.bigInteger("created_at").notNullable();
    t.text("payload").notNullable();
    t.primary(["account_id", "id", "kind"]);
  });
  await db.raw("create index jobs_due on jobs (kind, account_id, key, priority, due_at, id)");
  await db.raw("create index jobs_tagged on jobs (account_id, tag) where tag is not null");
  if (dialectOf(db) === "postgres") {
    // Rows are updated a few times and then deleted, so vacuum by the number of dead rows, not by the share
    // of dead rows.
    await db.raw(`alter table jobs set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0,
      autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0,
      autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000)`);
  }
}
