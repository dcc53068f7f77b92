// Owners of the database tables. SQL may name a table only in stores of the table's folders. A folder besides
// the owner is listed if one of its statements needs the table. The comment above an entry says why.

/** Folders below src/ by table. The first folder owns the table. */
export const TABLES = {
  // Every request reads its key and its account's limits in one join. Dispatch and webhooks skip disabled
  // accounts in the statement that reads the sender or the endpoint.
  // One statement says whether an account has consents and which purposes require one.
  accounts: [
    "features/accounts",
    "features/api-keys",
    "features/senders",
    "features/webhooks",
    "features/consents",
  ],
  api_keys: ["features/api-keys"],
  jobs: ["queue"],
  senders: ["features/senders"],
  canned_responses: ["features/canned-responses"],
  conversations: ["features/conversations"],
  // The purge of lists must skip a list that a running campaign still has to read.
  campaigns: ["features/campaigns", "features/contact-lists"],
  campaign_responses: ["features/campaigns"],
  campaign_response_counts: ["features/campaigns"],
  // Dispatch skips paused connections in the statement that reads the sender.
  carrier_connections: ["features/connections", "features/senders"],
  // An early delivery report is matched by carrier reference once its message is accepted.
  carrier_references: ["features/messages", "features/dispatch"],
  contact_counts: ["features/contacts"],
  contact_totals: ["features/contacts"],
  // The consent check ignores a revocation from the account's provisioned list if the list no longer covers
  // the channel and purpose.
  contact_lists: ["features/contact-lists", "features/consents"],
  // One join searches a list's members by name. Another join expands a campaign over the members.
  contacts: ["features/contacts", "features/contact-lists", "features/campaigns"],
  list_members: ["features/contact-lists", "features/contacts", "features/campaigns"],
  former_members: ["features/contact-lists", "features/campaigns"],
  consents: ["features/consents"],
  consent_states: ["features/consents"],
  membership_ticks: ["features/contact-lists"],
  erasures: ["features/contacts"],
  person_erasures: ["features/erasure"],
  // The purge of files must skip a file that an import still needs.
  files: ["features/files", "features/imports"],
  imports: ["features/imports"],
  import_rejections: ["features/imports"],
  // The purge of messages must skip messages whose follow-up waits.
  follow_ups: ["features/follow-ups", "features/messages"],
  follow_up_targets: ["features/templates"],
  idempotency_keys: ["features/messages"],
  // Replies refer to sent messages. Expansion and progress read a campaign's messages. Early delivery reports
  // are matched with their messages.
  messages: ["features/messages", "features/campaigns", "features/inbound", "features/dispatch"],
  // Usage reports sum the counts of messages.
  message_counts: ["features/messages", "features/usage"],
  message_totals: ["features/messages", "features/usage"],
  message_hours: ["features/messages", "features/usage"],
  message_purposes: ["features/messages", "features/usage"],
  message_tags: ["features/messages"],
  message_tag_counts: ["features/messages", "features/usage"],
  message_tag_totals: ["features/messages", "features/usage"],
  // Conversations count the inbound messages and find the newest and the unread ones. The repair of a
  // campaign's counts reads the replies to the campaign.
  inbound_messages: ["features/inbound", "features/conversations", "features/campaigns"],
  inbound_files: ["features/inbound"],
  inbound_rcs_events: ["features/inbound"],
  privacy_requests: ["features/privacy"],
  rate_windows: ["http"],
  retention_progress: ["features/retention"],
  schema_compatibility: ["platform/db"],
  service_facts: ["platform/db"],
  service_secrets: ["platform/secrets"],
  templates: ["features/templates"],
  submission_reservations: ["features/messages"],
  unconfirmed_submissions: ["features/dispatch"],
  unmatched_reports: ["features/dispatch"],
  webhook_endpoints: ["features/webhooks"],
  webhook_deliveries: ["features/webhooks"],
  webhook_delivery_counts: ["features/webhooks"],
  webhook_payloads: ["features/webhooks"],
  message_deliveries: ["features/webhooks"],
};
