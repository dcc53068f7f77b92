// Owners of the tables. Only the stores of the owner's folder name a table in SQL. Another folder is listed
// if one of its statements needs both tables; its entry says why.

/** Folders below src/. The first one owns the table. */
export const TABLES = {
  // Every request reads its key and its account's limits in one join.
  accounts: ["features/accounts", "features/api-keys"],
  api_keys: ["features/api-keys"],
  jobs: ["queue"],
  senders: ["features/senders"],
  // A list that a running campaign has yet to read must not be purged.
  campaigns: ["features/campaigns", "features/contact-lists"],
  carrier_connections: ["features/connections"],
  // Waiting reports are matched with references of messages that were accepted later.
  carrier_references: ["features/messages", "features/dispatch"],
  contact_counts: ["features/contacts"],
  contact_totals: ["features/contacts"],
  contact_lists: ["features/contact-lists"],
  // Members are searched by name, and campaigns are expanded over them, in one join each.
  contacts: ["features/contacts", "features/contact-lists", "features/campaigns"],
  list_members: ["features/contact-lists", "features/contacts", "features/campaigns"],
  former_members: ["features/contact-lists", "features/campaigns"],
  membership_ticks: ["features/contact-lists"],
  erasures: ["features/contacts"],
  // The file of an import is kept until the import no longer needs it.
  files: ["features/files", "features/imports"],
  imports: ["features/imports"],
  import_rejections: ["features/imports"],
  follow_ups: ["features/follow-ups"],
  follow_up_targets: ["features/templates"],
  idempotency_keys: ["features/messages"],
  // Replies refer to sent messages; expansion and progress read a campaign's messages; waiting reports are
  // matched with their messages.
  messages: ["features/messages", "features/campaigns", "features/inbound", "features/dispatch"],
  message_counts: ["features/messages", "features/usage"],
  message_totals: ["features/messages", "features/usage"],
  message_hours: ["features/messages"],
  inbound_messages: ["features/inbound"],
  inbound_files: ["features/inbound"],
  inbound_rcs_events: ["features/inbound"],
  rate_windows: ["http"],
  schema_compatibility: ["platform/db"],
  service_facts: ["platform/db"],
  service_secrets: ["platform/secrets"],
  templates: ["features/templates"],
  unconfirmed_submissions: ["features/dispatch"],
  unmatched_reports: ["features/dispatch"],
  webhook_endpoints: ["features/webhooks"],
  webhook_deliveries: ["features/webhooks"],
  webhook_delivery_counts: ["features/webhooks"],
  webhook_payloads: ["features/webhooks"],
  message_deliveries: ["features/webhooks"],
};
