// Whose table is whose: SQL that names a table stands in the stores of its folder. Others that may name it are those
// whose one statement needs both tables; whoever adds to them says why.

/** Folders below src/; the first owns the table. */
export const TABLES = {
  // Every request looks its key and the limits of its account up in one join.
  accounts: ["features/accounts", "features/api-keys"],
  api_keys: ["features/api-keys"],
  jobs: ["queue"],
  senders: ["features/senders"],
  // A list that a running campaign has yet to read is not purged.
  campaigns: ["features/campaigns", "features/contact-lists"],
  carrier_connections: ["features/connections"],
  // Waiting reports are matched with the references of messages that became known.
  carrier_references: ["features/messages", "features/dispatch"],
  contact_counts: ["features/contacts"],
  contact_totals: ["features/contacts"],
  contact_lists: ["features/contact-lists"],
  // Lists are searched by their members' names, and campaigns expanded over them: one join each.
  contacts: ["features/contacts", "features/contact-lists", "features/campaigns"],
  list_members: ["features/contact-lists", "features/contacts", "features/campaigns"],
  former_members: ["features/contact-lists", "features/campaigns"],
  membership_ticks: ["features/contact-lists"],
  erasures: ["features/contacts"],
  // A table of contacts is a file until its import has outlived it.
  files: ["features/files", "features/imports"],
  imports: ["features/imports"],
  import_rejections: ["features/imports"],
  follow_ups: ["features/follow-ups"],
  follow_up_targets: ["features/templates"],
  idempotency_keys: ["features/messages"],
  // Answers belong to what was sent; expansion and progress ask what a run has made; waiting reports are matched with theirs.
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
