import type { Knex } from "knex";
import * as firstSchema from "./migrations/0001_first_schema";
import * as contactsAndCampaigns from "./migrations/0002_contacts_and_campaigns";
import * as inboundAndFollowUps from "./migrations/0003_inbound_and_follow_ups";
import * as followUpTargets from "./migrations/0007_follow_up_targets";

interface Migration {
  name: string;
  up(db: Knex): Promise<void>;
  down(db: Knex): Promise<void>;
}

const migrations: Migration[] = [
  { name: "0001_first_schema", ...firstSchema },
  { name: "0002_contacts_and_campaigns", ...contactsAndCampaigns },
  { name: "0003_inbound_and_follow_ups", ...inboundAndFollowUps },
  { name: "0007_follow_up_targets", ...followUpTargets },
];

/** The names of all migrations, oldest first. */
export const migrationNames: readonly string[] = migrations.map(({ name }) => name);

const migrationSource: Knex.MigrationSource<Migration> = {
  getMigrations: async () => migrations,
  getMigrationName: (migration) => migration.name,
  getMigration: async (migration) => migration,
};

/** Brings the schema to the newest version; answers the names of the migrations that ran. */
export async function migrate(db: Knex): Promise<string[]> {
  const [, names] = (await db.migrate.latest({ migrationSource })) as [number, string[]];
  return names;
}

/** Takes every migration back, newest first. */
export async function rollbackAll(db: Knex): Promise<string[]> {
  const [, names] = (await db.migrate.rollback({ migrationSource }, true)) as [number, string[]];
  return names;
}

/** The migrations that have yet to run: a service does not start while there are any. */
export async function pendingMigrations(db: Knex): Promise<string[]> {
  const [, pending] = (await db.migrate.list({ migrationSource })) as [unknown, Migration[]];
  return pending.map((migration) => migration.name);
}
