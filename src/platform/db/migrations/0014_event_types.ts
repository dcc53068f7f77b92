import type { Knex } from "knex";

// Endpoints choose the types of events that they hear of. Those of before, and those that a build of before makes, hear of
// what there was then. A payload with the words of a person can be found again, to take them out.

export async function up(db: Knex): Promise<void> {
  await db.raw(
    `alter table webhook_endpoints add column event_types text not null default '["message_update"]'`, // JSON array
  );
  await db.raw("alter table webhook_deliveries add column event_type text not null default 'message_update'");
  await db.raw("alter table webhook_payloads add column person text"); // E.164, of whoever wrote what it holds
  await db.raw(
    "create index webhook_payloads_person on webhook_payloads (account_id, person, id) where person is not null",
  );
}

export async function down(db: Knex): Promise<void> {
  await db.raw("drop index webhook_payloads_person");
  await db.raw("alter table webhook_payloads drop column person");
  await db.raw("alter table webhook_deliveries drop column event_type");
  await db.raw("alter table webhook_endpoints drop column event_types");
}
