// Whose table is whose: SQL that names a table stands in the stores of its folder. Others that may name it are those
// whose one statement needs both tables; whoever adds to them says why.

/** Folders below src/; the first owns the table. */
export const TABLES = {
  // Every request looks its key and the limits of its account up in one join.
  accounts: ["resources/accounts", "resources/api-keys"],
  api_keys: ["resources/api-keys"],
  jobs: ["queue"],
  senders: ["resources/senders"],
  // A list that a running campaign has yet to read is not purged.
  campaigns: ["resources/campaigns", "resources/contact-lists"],
  carrier_connections: ["resources/connections"],
  carrier_references: ["resources/messages"],
  contact_counts: ["resources/contacts"],
  contact_totals: ["resources/contacts"],
  contact_lists: ["resources/contact-lists"],
  // Lists are searched by their members' names, and campaigns expanded over them: one join each.
  contacts: ["resources/contacts", "resources/contact-lists", "engine/campaigns"],
  list_members: ["resources/contact-lists", "resources/contacts", "engine/campaigns"],
  former_members: ["resources/contact-lists", "engine/campaigns"],
  membership_ticks: ["resources/contact-lists"],
  early_reports: ["engine/dispatch"],
  erasures: ["resources/contacts"],
  // A table of contacts is a file until its import has outlived it.
  files: ["resources/files", "resources/imports"],
  imports: ["resources/imports"],
  import_rejections: ["resources/imports"],
  hand_overs: ["engine/dispatch"],
  follow_ups: ["engine/follow-ups"],
  follow_up_targets: ["resources/templates"],
  idempotency_keys: ["resources/messages"],
  // Answers belong to what was sent; expansion and progress ask what a run has made; early reports wait for theirs.
  messages: [
    "resources/messages",
    "resources/campaigns",
    "resources/inbound",
    "engine/campaigns",
    "engine/dispatch",
  ],
  message_counts: ["resources/messages", "resources/usage"],
  message_totals: ["resources/messages", "resources/usage"],
  message_hours: ["resources/messages"],
  inbound_messages: ["resources/inbound"],
  inbound_files: ["resources/inbound"],
  inbound_rcs_events: ["resources/inbound"],
  rate_windows: ["http"],
  schema_compatibility: ["platform/db"],
  service_facts: ["platform/db"],
  service_secrets: ["platform/secrets"],
  templates: ["resources/templates"],
  // A report that came before its reference waits for it: one statement looks at both.
  unmatched_reports: ["resources/messages"],
  webhook_endpoints: ["resources/webhooks"],
  webhook_deliveries: ["resources/webhooks"],
  webhook_delivery_counts: ["resources/webhooks"],
  webhook_payloads: ["resources/webhooks"],
  webhook_told_moments: ["resources/webhooks"],
};
