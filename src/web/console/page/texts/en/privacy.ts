export const privacy = {
  intro:
    "Requests of people about their personal data. The list does not show numbers, so that it can stay as proof.",
  none: "There are no requests yet. An export collects everything that is stored under a number in a ZIP file. An erasure deletes the contact and removes the number from everything else.",
  documentation: "What a request covers",
  guide: "/docs/guides/privacy#what-a-privacy-request-covers",
  create: "New request",
  kind: "Kind",
  kinds: { export: "Export", erasure: "Erasure" },
  kindHints: {
    export: "Collects everything that is stored under the number. The file can be downloaded for 24 hours.",
    erasure:
      "Deletes the contact, and removes the number and the contents from messages and all other records. Opt-outs stay in force. This cannot be undone.",
  },
  confirmation: "Repeat the number to confirm the erasure",
  differs: "The two numbers differ.",
  submit: { export: "Export", erasure: "Erase" },
  created: { export: "Export requested.", erasure: "Erasure requested." },
  status: "Status",
  statuses: { pending: "Waiting", running: "Running", completed: "Completed", failed: "Failed" },
  failedHint: "The data was too large, or the number was erased first.",
  counts: "Records",
  noCounts: "None",
  countNames: {
    contacts: "Contacts",
    messages: "Messages",
    inbound_messages: "Replies",
    inbound_rcs_events: "RCS events",
    consents: "Consents",
    webhook_deliveries: "Webhook deliveries",
    imports: "Import rows",
    idempotency_keys: "Stored API responses",
    files: "Files",
  },
  requested: "Requested",
  ended: "Ended",
  file: "File",
  download: "Download ZIP",
  until: (instant: string) => `Until ${instant}`,
};

export type PrivacyTexts = typeof privacy;
