// The successor of prom-client is @prometheus-io/client, which needs Node 22. Switch to the successor when
// support for Node 20 ends.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the metrics in a new registry, so tests do not share counts. */
export function createMetrics({ processMetrics = false } = {}) {
  const registry = new Registry();
  if (processMetrics) collectProcessMetrics(registry);
  const make = makerOf(registry);
  return {
    registry,
    ...serviceMetrics(make),
    ...requestMetrics(make),
    ...messageMetrics(make),
    ...carrierMetrics(make),
    ...deliveryReportMetrics(make),
    ...webhookMetrics(make),
    ...dataMetrics(make),
    ...queueMetrics(make),
    ...databaseMetrics(make),
  };
}

type Maker = ReturnType<typeof makerOf>;

function makerOf(registry: Registry) {
  const registers = [registry];
  return {
    counter: <L extends string = never>(name: string, help: string, labelNames: readonly L[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <L extends string = never>(name: string, help: string, labelNames: readonly L[] = []) =>
      new Gauge({ name, help, labelNames, registers }),
    histogram: <L extends string>(name: string, help: string, buckets: number[], labelNames: readonly L[]) =>
      new Histogram({ name, help, buckets, labelNames, registers }),
  };
}

const serviceMetrics = ({ counter, gauge }: Maker) => ({
  buildInfo: gauge(
    "recado_build_info",
    "1, with the version, the commit and the newest migration of the build",
    ["version", "commit", "schema"],
  ),
  ready: gauge("recado_ready", "1 if /readyz returns 200, else 0"),
  clockOffset: gauge(
    "recado_clock_offset_seconds",
    "Seconds by which this machine's clock is ahead of the database's clock, which the service uses",
  ),
  traceSpansDropped: counter(
    "recado_trace_spans_dropped_total",
    "Trace spans that were not exported, because the collector failed or was too slow",
  ),
  diskFree: gauge("recado_disk_free_bytes", "Free bytes of the disk of the data directory"),
  diskSize: gauge("recado_disk_size_bytes", "Size of the disk of the data directory in bytes"),
  fileStoreShared: gauge(
    "recado_file_store_shared",
    "1 if all processes of the database share the file store, 0 if this process stores files apart",
  ),
});

const requestMetrics = ({ counter, histogram }: Maker) => ({
  requests: histogram(
    "recado_http_request_duration_seconds",
    "Duration of API requests by operation and status",
    [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    ["operation", "status"],
  ),
  rateLimited: counter("recado_rate_limited_total", "Requests refused with 429"),
  contractViolations: counter(
    "recado_contract_violations_total",
    "Checked responses that violate the contract, by operation",
    ["operation"],
  ),
});

const messageMetrics = ({ counter, histogram }: Maker) => ({
  messagesCreated: counter("recado_messages_created_total", "Messages created, by channel and first status", [
    "channel",
    "status",
  ]),
  messageTransitions: counter(
    "recado_message_transitions_total",
    "Status changes of messages after their creation, by channel and new status",
    ["channel", "status"],
  ),
  messageLatency: histogram(
    "recado_message_latency_seconds",
    "Time from the acceptance of a message, or from its scheduled time if that is later, to its submission (submitted) and to its first final status (final)",
    [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 21_600, 86_400],
    ["stage"],
  ),
  followUps: counter(
    "recado_follow_ups_total",
    "Follow-up rules that came due, by their outcome and result (fired, void)",
    ["outcome", "result"],
  ),
  campaignsEnded: counter(
    "recado_campaigns_ended_total",
    "Runs of campaigns that ended, by outcome: completed, stopped, or the code of the error",
    ["outcome"],
  ),
  inbound: counter(
    "recado_inbound_total",
    "Inbound messages by kind and outcome (recorded, repeated, unknown_address)",
    ["kind", "outcome"],
  ),
});

const carrierMetrics = ({ counter, gauge, histogram }: Maker) => ({
  submissions: counter(
    "recado_carrier_submissions_total",
    "Submissions to carriers, by carrier and outcome (accepted, refused, retry, throttled, away, unknown)",
    ["carrier", "outcome"],
  ),
  resubmissions: counter(
    "recado_carrier_resubmissions_total",
    "Messages submitted again because their worker died in between",
    ["carrier"],
  ),
  submissionSeconds: histogram(
    "recado_carrier_submission_duration_seconds",
    "Time until carriers responded to a submission, by carrier",
    [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 35],
    ["carrier"],
  ),
  submissionsInFlight: gauge(
    "recado_carrier_window_in_use",
    "Submissions in flight in this process, by carrier",
    ["carrier"],
  ),
  carrierUp: gauge(
    "recado_carrier_up",
    "0 if the connection to the carrier is down, or the latest submission, at most ten minutes ago, did not reach the carrier; else 1",
    ["carrier"],
  ),
  carrierReportsExpected: gauge(
    "recado_carrier_reports_expected",
    "1 if the carrier reports deliveries, else 0",
    ["carrier"],
  ),
  carrierPaused: gauge("recado_carrier_paused", "1 if the operator paused the connection; else 0", [
    "carrier",
  ]),
  callbacks: counter(
    "recado_carrier_callbacks_total",
    "Requests from carriers, by carrier and outcome (stored, refused, failed)",
    ["carrier", "outcome"],
  ),
});

const deliveryReportMetrics = ({ counter }: Maker) => ({
  reports: counter(
    "recado_carrier_reports_total",
    "Delivery reports received, by carrier and reported status",
    ["carrier", "status"],
  ),
  reportsUnmatched: counter(
    "recado_carrier_reports_unmatched_total",
    "Delivery reports without a matching message on arrival, by carrier; they are kept for three days",
    ["carrier"],
  ),
  reportsMatchedLate: counter(
    "recado_carrier_reports_matched_late_total",
    "Delivery reports that were matched after their arrival, by carrier",
    ["carrier"],
  ),
  reportsDropped: counter(
    "recado_carrier_reports_dropped_total",
    "Unmatched delivery reports dropped at the limit, the oldest first, by carrier",
    ["carrier"],
  ),
  reportsIgnored: counter(
    "recado_delivery_reports_ignored_total",
    "Delivery reports that changed nothing (repeated, late or of unknown messages)",
  ),
});

const webhookMetrics = ({ counter, gauge, histogram }: Maker) => ({
  webhookRequests: histogram(
    "recado_webhook_request_duration_seconds",
    "Duration of requests to webhook endpoints by outcome (delivered, failed)",
    [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10],
    ["outcome"],
  ),
  webhookEvents: counter("recado_webhook_events_total", "Webhook events by outcome (delivered, abandoned)", [
    "outcome",
  ]),
  webhookEndpoints: gauge(
    "recado_webhook_endpoints",
    "Webhook endpoints of enabled accounts by state (healthy, failing, disabled), counted up to a limit",
    ["state"],
  ),
});

const dataMetrics = ({ counter, gauge }: Maker) => ({
  imports: counter("recado_imports_total", "Imports that ended, by status (completed, failed, canceled)", [
    "status",
  ]),
  importRows: counter("recado_import_rows_total", "Rows of imports by outcome (created, updated, rejected)", [
    "outcome",
  ]),
  retentionRows: counter(
    "recado_retention_rows_total",
    "Rows that were deleted, or whose content was erased, at the end of their retention, by kind",
    ["kind"],
  ),
  erasuresPending: gauge(
    "recado_erasures_pending",
    "Erasures that have not ended: of deleted contacts and of privacy requests, counted up to a limit",
  ),
});

const queueMetrics = ({ gauge }: Maker) => ({
  backlog: gauge(
    "recado_backlog",
    "Due jobs that wait, by queue (dispatch: submissions, webhooks: deliveries), counted up to a limit",
    ["queue"],
  ),
  oldestDue: gauge(
    "recado_queue_oldest_due_seconds",
    "Time since the oldest job that a worker may lease became due, by kind of job; 0 if no job is due",
    ["kind"],
  ),
  queueHeld: gauge(
    "recado_queue_held",
    "1 if the operator holds the queue, entirely or for older work, else 0",
  ),
  wakeupsMode: gauge(
    "recado_wakeups_mode",
    "1 for the way in which this process learns of other processes' jobs on PostgreSQL: listen (notifications) or poll",
    ["mode"],
  ),
});

const databaseMetrics = ({ counter, gauge }: Maker) => ({
  databasePool: gauge(
    "recado_database_pool_connections",
    "Database connections by state (used, idle), and requests for a connection (waiting)",
    ["state"],
  ),
  replicaPool: gauge(
    "recado_database_replica_pool_connections",
    "Connections to the read replica by state (used, idle), and requests for a connection (waiting)",
    ["state"],
  ),
  replicaStale: gauge(
    "recado_database_replica_stale_seconds",
    "Age of the newest state of the primary that the read replica certainly has; +Inf if unknown",
  ),
  replicaReads: counter(
    "recado_database_replica_reads_total",
    "Requests that a read replica may serve, by the server that they began on and its reason (replica, own_writes, unusable)",
    ["choice"],
  ),
  replicaFailures: counter(
    "recado_database_replica_failures_total",
    "Statements that failed on the read replica and ran again on the primary, alone or with their step of a search",
  ),
});

/** Gauges whose names end in `_total`, which promtool rejects. Each is the sum of another gauge. */
const MISNAMED = [
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
  "nodejs_active_resources_total",
];

function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
}
