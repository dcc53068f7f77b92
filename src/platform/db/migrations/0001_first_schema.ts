import type { Knex } from "knex";
import { dialectOf } from "../dialect";
import { createAccountTables } from "./first-schema/accounts";
import { createCampaignTable } from "./first-schema/campaigns";
import { createContactTables } from "./first-schema/contacts";
import { createInboundTables } from "./first-schema/inbound";
import { createMessageTables } from "./first-schema/messages";
import { createServiceTables } from "./first-schema/service";
import { createTemplateTables } from "./first-schema/templates";
import { createWebhookTables } from "./first-schema/webhooks";

// Conventions: `account_id` leads the keys of most tables, so these tables can be distributed by account.
// Instants are bigint milliseconds. Documents (content, history, …) are JSON text, read and written as a
// whole.

const TABLES = [
  "schema_compatibility",
  "service_facts",
  "service_secrets",
  "jobs",
  "accounts",
  "rate_windows",
  "api_keys",
  "console_sessions",
  "senders",
  "carrier_connections",
  "files",
  "templates",
  "follow_up_targets",
  "contacts",
  "erasures",
  "contact_lists",
  "list_members",
  "former_members",
  "contact_counts",
  "contact_totals",
  "imports",
  "import_rejections",
  "messages",
  "idempotency_keys",
  "message_counts",
  "message_totals",
  "message_hours",
  "carrier_references",
  "unmatched_reports",
  "unconfirmed_submissions",
  "follow_ups",
  "campaigns",
  "inbound_messages",
  "inbound_files",
  "inbound_rcs_events",
  "webhook_endpoints",
  "webhook_delivery_counts",
  "webhook_deliveries",
  "webhook_payloads",
  "message_deliveries",
];

export async function up(db: Knex): Promise<void> {
  await createServiceTables(db);
  await createAccountTables(db);
  await createTemplateTables(db);
  await createContactTables(db);
  await createMessageTables(db);
  await createCampaignTable(db);
  await createInboundTables(db);
  await createWebhookTables(db);
}

export async function down(db: Knex): Promise<void> {
  for (const table of TABLES) await db.schema.dropTable(table);
  if (dialectOf(db) === "postgres") {
    await db.raw("drop function note_follow_up_targets");
    await db.raw("drop sequence membership_ticks");
  } else {
    for (const table of ["contacts_search", "membership_ticks"]) await db.schema.dropTable(table);
  }
}
