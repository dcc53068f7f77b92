import { guideSource } from "../../src/web/docs/guides";
import { openTestDatabase } from "../support/databases";

/** The guide's row for each table, by the row's first cell. */
const ROW_OF: Readonly<Record<string, string>> = {
  canned_responses: "Canned responses",
  conversations:
    "Conversations: number, beginning of the newest text, read and done, latest automatic replies",
  accounts: "Keys, secrets, rate limits",
  api_keys: "Keys, secrets, rate limits",
  console_sessions: "Sessions of the console",
  campaigns: "Templates, campaigns, contact lists, senders",
  campaign_responses: "Counts and prices",
  campaign_response_counts: "Counts and prices",
  carrier_connections: "Keys, secrets, rate limits",
  carrier_references: "Messages: number, outcome, price, reference",
  contact_counts: "Counts and prices",
  contact_lists: "Templates, campaigns, contact lists, senders",
  contact_totals: "Counts and prices",
  contacts: "Contacts: number, name, attributes, lists",
  erasures: "Contacts: number, name, attributes, lists",
  person_erasures: "Progress of erasures",
  files: "Tables of contacts",
  follow_up_targets: "Templates, campaigns, contact lists, senders",
  follow_ups: "Due and sent follow-ups",
  former_members: "Contacts: number, name, attributes, lists",
  idempotency_keys: "Responses under idempotency keys: number, outcome",
  import_rejections: "Rejected rows of an import",
  imports: "Rejected rows of an import",
  inbound_files: "Files that people sent",
  inbound_messages: "Inbound messages and RCS events: text, place, postback data",
  inbound_rcs_events: "Inbound messages and RCS events: text, place, postback data",
  jobs: "Messages: number, outcome, price, reference",
  list_members: "Contacts: number, name, attributes, lists",
  membership_ticks: "Counts and prices",
  message_counts: "Counts and prices",
  message_totals: "Counts and prices",
  message_hours: "Counts and prices",
  message_purposes: "Counts and prices",
  message_tag_counts: "Counts and prices",
  message_tag_totals: "Counts and prices",
  message_tags: "Messages: number, outcome, price, reference",
  messages: "Messages: content, search text, values for follow-ups",
  retention_progress: "Keys, secrets, rate limits",
  privacy_requests: "Privacy requests: number",
  rate_windows: "Keys, secrets, rate limits",
  schema_compatibility: "Keys, secrets, rate limits",
  senders: "Templates, campaigns, contact lists, senders",
  service_facts: "Keys, secrets, rate limits",
  service_secrets: "Keys, secrets, rate limits",
  consents: "Consents: number, status, evidence",
  consent_states: "Suppressed numbers after a deletion or an erasure: keyed hash",
  suppressed_numbers: "Suppressed numbers after a deletion or an erasure: keyed hash",
  templates: "Templates, campaigns, contact lists, senders",
  unconfirmed_submissions: "Messages: number, outcome, price, reference",
  unmatched_reports: "Messages: number, outcome, price, reference",
  webhook_deliveries: "Events for webhooks: number, outcome, reference",
  message_deliveries: "Events for webhooks: number, outcome, reference",
  webhook_endpoints: "Keys, secrets, rate limits",
  webhook_delivery_counts: "Counts of webhook deliveries",
  webhook_payloads: "Events for webhooks: number, outcome, reference",
};

describe("the guide to personal data", () => {
  it("describes the content and retention of every table", async () => {
    const { db, close } = await openTestDatabase("SQLite");
    try {
      const names = (await db("sqlite_master").where({ type: "table" }).pluck("name")) as string[];
      const tables = names.filter((name) => !/^(sqlite_|knex_)|_search/.test(name));
      expect(tables.sort()).toEqual(Object.keys(ROW_OF).sort());
    } finally {
      await close();
    }
    const guide = guideSource("privacy");
    for (const row of Object.values(ROW_OF)) expect(guide).toContain(`| ${row} |`);
  });
});
