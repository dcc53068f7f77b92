// prom-client continues as @prometheus-io/client, which needs Node 22: replace it when support for Node 20
// ends.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the metrics of the service. Each app has its own registry, so tests do not share counts. */
export function createMetrics({ processMetrics = false } = {}) {
  const registry = new Registry();
  if (processMetrics) collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: "recado_http_request_duration_seconds",
      help: "Duration of API requests by operation and status",
      labelNames: ["operation", "status"] as const,
      buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    messagesCreated: new Counter({
      name: "recado_messages_created_total",
      help: "Messages created, by channel and first status",
      labelNames: ["channel", "status"] as const,
      registers,
    }),
    messageTransitions: new Counter({
      name: "recado_message_transitions_total",
      help: "Status changes of messages after their creation, by channel and new status",
      labelNames: ["channel", "status"] as const,
      registers,
    }),
    submissions: new Counter({
      name: "recado_carrier_submissions_total",
      help: "Submissions to carriers, by carrier and outcome (accepted, refused, retry, throttled, away, unknown)",
      labelNames: ["carrier", "outcome"] as const,
      registers,
    }),
    resubmissions: new Counter({
      name: "recado_carrier_resubmissions_total",
      help: "Messages submitted again after their worker crashed during the submission",
      labelNames: ["carrier"] as const,
      registers,
    }),
    submissionSeconds: new Histogram({
      name: "recado_carrier_submission_duration_seconds",
      help: "Duration of submissions until the carrier's response, by carrier",
      labelNames: ["carrier"] as const,
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 35],
      registers,
    }),
    submissionsInFlight: new Gauge({
      name: "recado_carrier_window_in_use",
      help: "Submissions in flight in this process, by carrier",
      labelNames: ["carrier"] as const,
      registers,
    }),
    reports: new Counter({
      name: "recado_carrier_reports_total",
      help: "Delivery reports received, by carrier and reported status",
      labelNames: ["carrier", "status"] as const,
      registers,
    }),
    reportsUnmatched: new Counter({
      name: "recado_carrier_reports_unmatched_total",
      help: "Delivery reports that arrived before their message was known, by carrier; they wait for a day",
      labelNames: ["carrier"] as const,
      registers,
    }),
    reportsMatchedLate: new Counter({
      name: "recado_carrier_reports_matched_late_total",
      help: "Delivery reports that waited unmatched until their message was found, by carrier",
      labelNames: ["carrier"] as const,
      registers,
    }),
    reportsDropped: new Counter({
      name: "recado_carrier_reports_dropped_total",
      help: "Delivery reports that were dropped, the oldest first, because too many waited unmatched, by carrier",
      labelNames: ["carrier"] as const,
      registers,
    }),
    callbacks: new Counter({
      name: "recado_carrier_callbacks_total",
      help: "Requests from carriers, by carrier and outcome (stored, refused, failed)",
      labelNames: ["carrier", "outcome"] as const,
      registers,
    }),
    reportsIgnored: new Counter({
      name: "recado_delivery_reports_ignored_total",
      help: "Delivery reports that changed nothing (repeated, late or of unknown messages)",
      registers,
    }),
    webhookRequests: new Histogram({
      name: "recado_webhook_request_duration_seconds",
      help: "Duration of requests to webhook endpoints by outcome (delivered, failed)",
      labelNames: ["outcome"] as const,
      buckets: [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    webhookEvents: new Counter({
      name: "recado_webhook_events_total",
      help: "Webhook events by outcome of their delivery (delivered, abandoned)",
      labelNames: ["outcome"] as const,
      registers,
    }),
    inbound: new Counter({
      name: "recado_inbound_total",
      help: "Inbound messages and events, by kind and outcome",
      labelNames: ["kind", "outcome"] as const,
      registers,
    }),
    followUps: new Counter({
      name: "recado_follow_ups_total",
      help: "Follow-up rules that came due, by outcome and result (fired, void)",
      labelNames: ["outcome", "result"] as const,
      registers,
    }),
    campaignsEnded: new Counter({
      name: "recado_campaigns_ended_total",
      help: "Ended campaign runs, by outcome (completed, stopped, or an error code)",
      labelNames: ["outcome"] as const,
      registers,
    }),
    imports: new Counter({
      name: "recado_imports_total",
      help: "Ended imports, by status (completed, failed, canceled)",
      labelNames: ["status"] as const,
      registers,
    }),
    importRows: new Counter({
      name: "recado_import_rows_total",
      help: "Imported rows, by outcome (created, updated, rejected)",
      labelNames: ["outcome"] as const,
      registers,
    }),
    fileStoreShared: new Gauge({
      name: "recado_file_store_shared",
      help: "1 if all processes of the database share the file storage, 0 if this process stores files separately",
      registers,
    }),
    clockOffset: new Gauge({
      name: "recado_clock_offset_seconds",
      help: "Seconds by which this machine's clock is ahead of the database's clock, which the service follows",
      registers,
    }),
    backlog: new Gauge({
      name: "recado_backlog",
      help: "Due jobs, by queue (dispatch: submissions, webhooks: deliveries), counted up to a limit",
      labelNames: ["queue"] as const,
      registers,
    }),
  };
}
