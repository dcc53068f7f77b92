import type { Knex } from "knex";
import { requireBuild } from "../compatibility";
import { dialectOf } from "../dialect";

// The one queue of everything that is done in the background: src/queue/.

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable("jobs", (t) => {
    t.uuid("account_id").notNullable();
    t.text("kind").notNullable();
    t.uuid("id").notNullable();
    t.uuid("key").notNullable(); // what takes turns and bounds concurrency: a sender, a campaign, an endpoint
    t.smallint("priority").notNullable();
    t.bigInteger("due_at").notNullable(); // while leased: the end of the lease
    t.bigInteger("ready_at"); // while leased: when it was due
    t.bigInteger("again_at"); // while leased: scheduled anew meanwhile, to be done again from then on
    t.uuid("lease");
    t.integer("leases").notNullable(); // since it was last given back in order
    t.integer("attempt").notNullable();
    t.integer("weight").notNullable();
    t.uuid("tag"); // what it is parked and resumed by
    t.bigInteger("created_at").notNullable();
    t.text("payload").notNullable();
    t.primary(["account_id", "id", "kind"]);
  });
  await db.raw("create index jobs_due on jobs (kind, account_id, key, priority, due_at, id)");
  await db.raw("create index jobs_tagged on jobs (account_id, tag) where tag is not null");
  if (dialectOf(db) === "postgres") {
    // Every row is written a few times and then deleted: dead ones are cleared away by their number, not their share.
    await db.raw(`alter table jobs set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0,
      autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0,
      autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000)`);
  }
  // An older build looks for work where there is none any more.
  await requireBuild(db, "0008_jobs");
}

export async function down(db: Knex): Promise<void> {
  await requireBuild(db, "0006_secrets_and_erasure");
  await db.schema.dropTable("jobs");
}
