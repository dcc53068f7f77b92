// The dashboard for Grafana 10 and later. `npm run -s dashboard` prints it as JSON.

interface Query {
  expr: string;
  legend: string;
}

interface PanelOptions {
  description?: string;
  /** Whether values may be negative. */
  isSigned?: boolean;
  isStacked?: boolean;
  /** Options of a panel that shows only the newest value of each series. */
  stat?: { texts?: readonly [zero: string, one: string]; textMode?: string };
}

interface Panel extends PanelOptions {
  title: string;
  unit: string;
  queries: readonly Query[];
}

const RATE = "[$__rate_interval]";
const STACKED = { isStacked: true };
/** Histograms of durations. */
const HTTP_REQUESTS = "recado_http_request_duration_seconds";
const WEBHOOK_REQUESTS = "recado_webhook_request_duration_seconds";

const legendOf = (labels: readonly string[]) => labels.map((label) => `{{${label}}}`).join(" ");

const gauge = (expr: string, ...labels: string[]): Query => ({ expr, legend: legendOf(labels) });

const by = (operator: string, metric: string, labels: readonly string[]): Query =>
  gauge(`${operator} by (${labels.join(", ")}) (${metric})`, ...labels);

const rate = (counter: string, ...labels: string[]) => by("sum", `rate(${counter}${RATE})`, labels);

const highest = (metric: string, label: string) => by("max", metric, [label]);

const quantile = (share: number, histogram: string, label: string): Query =>
  gauge(
    `histogram_quantile(${share}, ${by("sum", `rate(${histogram}_bucket${RATE})`, ["le", label]).expr})`,
    label,
  );

const p95 = (histogram: string, label: string) => quantile(0.95, histogram, label);

const named = (query: Query, legend: string): Query => ({ ...query, legend });

const panel = (title: string, unit: string, query: Query | Query[], options: PanelOptions = {}): Panel => ({
  title,
  unit,
  queries: [query].flat(),
  ...options,
});

const SECTIONS: Readonly<Record<string, readonly Panel[]>> = {
  Overview: [
    panel("Processes", "short", gauge("recado_ready", "instance"), {
      stat: { texts: ["not ready", "ready"] },
    }),
    panel("Carriers", "short", highest("recado_carrier_up", "carrier"), { stat: { texts: ["down", "up"] } }),
    panel("Oldest due job", "s", named(gauge("max(recado_queue_oldest_due_seconds)"), "oldest"), {
      stat: {},
    }),
    panel("Builds", "short", by("count", "recado_build_info", ["version", "commit", "schema"]), {
      description: "Several builds are normal during an upgrade only.",
      stat: { textMode: "name" },
    }),
  ],
  Messages: [
    panel("Created messages by status", "mps", rate("recado_messages_created_total", "status"), STACKED),
    panel("Status changes", "mps", rate("recado_message_transitions_total", "status"), STACKED),
    panel(
      "Latency from acceptance",
      "s",
      [
        named(quantile(0.5, "recado_message_latency_seconds", "stage"), "{{stage}} p50"),
        named(quantile(0.95, "recado_message_latency_seconds", "stage"), "{{stage}} p95"),
      ],
      {
        description:
          "Time until a carrier accepted the message (submitted), and until its first final status (final).",
      },
    ),
    panel("Inbound messages", "mps", rate("recado_inbound_total", "kind")),
    panel("Follow-ups", "ops", rate("recado_follow_ups_total", "outcome", "result")),
    panel(
      "Ended campaigns and imports",
      "short",
      [
        named(by("sum", "increase(recado_campaigns_ended_total[1h])", ["outcome"]), "campaigns {{outcome}}"),
        named(by("sum", "increase(recado_imports_total[1h])", ["status"]), "imports {{status}}"),
      ],
      { description: "Of the last hour." },
    ),
  ],
  Carriers: [
    panel("Submissions by outcome", "mps", rate("recado_carrier_submissions_total", "carrier", "outcome")),
    panel("Submission duration p95", "s", p95("recado_carrier_submission_duration_seconds", "carrier")),
    panel("Submissions in flight", "short", by("sum", "recado_carrier_window_in_use", ["carrier"])),
    panel("Delivery reports by status", "ops", rate("recado_carrier_reports_total", "carrier", "status")),
    panel("Delivery reports without a message", "ops", [
      named(rate("recado_carrier_reports_unmatched_total", "carrier"), "{{carrier}} unmatched"),
      named(rate("recado_carrier_reports_matched_late_total", "carrier"), "{{carrier}} matched late"),
      named(rate("recado_carrier_reports_dropped_total", "carrier"), "{{carrier}} dropped"),
    ]),
    panel("Callbacks by outcome", "reqps", rate("recado_carrier_callbacks_total", "carrier", "outcome")),
  ],
  "Queue and webhooks": [
    panel("Age of the oldest due job", "s", highest("recado_queue_oldest_due_seconds", "kind")),
    panel("Due jobs", "short", highest("recado_backlog", "queue"), { description: "Counted up to 10,000." }),
    panel("Webhook endpoints", "short", highest("recado_webhook_endpoints", "state"), STACKED),
    panel("Webhook events by outcome", "ops", rate("recado_webhook_events_total", "outcome")),
    panel("Webhook requests by outcome", "reqps", rate(`${WEBHOOK_REQUESTS}_count`, "outcome")),
    panel("Webhook request duration p95", "s", p95(WEBHOOK_REQUESTS, "outcome")),
  ],
  API: [
    panel("Requests by status", "reqps", rate(`${HTTP_REQUESTS}_count`, "status"), STACKED),
    panel("Request duration p95", "s", p95(HTTP_REQUESTS, "operation")),
    panel("Rate-limited requests", "reqps", rate("recado_rate_limited_total", "instance")),
  ],
  Processes: [
    panel("Database pool", "short", gauge("recado_database_pool_connections", "instance", "state")),
    panel("Free disk", "percentunit", gauge("recado_disk_free_bytes / recado_disk_size_bytes", "instance")),
    panel("Clock offset", "s", gauge("recado_clock_offset_seconds", "instance"), {
      description: "The service uses the database's clock, so an offset is harmless.",
      isSigned: true,
    }),
    panel("CPU", "percentunit", gauge(`rate(process_cpu_seconds_total{job="recado"}${RATE})`, "instance")),
    panel("Memory", "bytes", gauge(`process_resident_memory_bytes{job="recado"}`, "instance")),
    panel("Event loop lag p99", "s", gauge(`nodejs_eventloop_lag_p99_seconds{job="recado"}`, "instance")),
    panel("Read replica staleness", "s", gauge("recado_database_replica_stale_seconds", "instance"), {
      description: "Beyond 10 s the primary serves all reads. Without a read replica the panel is empty.",
      isSigned: true,
    }),
  ],
};

const DATA_SOURCE = { type: "prometheus", uid: "${datasource}" };
/** Columns of Grafana's grid. */
const COLUMNS = 24;
const HEIGHT = 8;

const valueText = ([zero, one]: readonly [string, string]) => ({
  type: "value",
  options: { "0": { text: zero, color: "red" }, "1": { text: one, color: "green" } },
});

function modelOf({ title, unit, queries, description, isSigned, isStacked = false, stat }: Panel) {
  const lines = {
    fillOpacity: isStacked ? 20 : 0,
    lineWidth: 1,
    stacking: { mode: isStacked ? "normal" : "none", group: "A" },
  };
  const shown = stat ? stat.texts && { mappings: [valueText(stat.texts)] } : { custom: lines };
  return {
    type: stat ? "stat" : "timeseries",
    title,
    datasource: DATA_SOURCE,
    targets: queries.map(({ expr, legend }, index) => ({
      refId: "ABC"[index],
      datasource: DATA_SOURCE,
      expr,
      legendFormat: legend,
      ...(stat && { instant: true }),
    })),
    fieldConfig: { defaults: { unit, ...(!isSigned && { min: 0 }), ...shown }, overrides: [] },
    options: stat
      ? {
          reduceOptions: { calcs: ["lastNotNull"], fields: "", values: false },
          colorMode: "value",
          textMode: stat.textMode ?? "auto",
        }
      : {
          legend: { displayMode: "list", placement: "bottom" },
          tooltip: { mode: "multi", sort: "desc" },
        },
    ...(description !== undefined && { description }),
  };
}

/** Places the sections one below another. A section is a title and lines of three or four panels. */
function placed() {
  let y = 0;
  const models = Object.entries(SECTIONS).flatMap(([title, panels]) => {
    const head = { type: "row", title, collapsed: false, panels: [], gridPos: { h: 1, w: COLUMNS, x: 0, y } };
    const [top, across] = [y + 1, panels.length === 4 ? 4 : 3];
    const w = COLUMNS / across;
    y = top + Math.ceil(panels.length / across) * HEIGHT;
    return [
      head,
      ...panels.map((one, index) => ({
        ...modelOf(one),
        gridPos: { h: HEIGHT, w, x: (index % across) * w, y: top + Math.floor(index / across) * HEIGHT },
      })),
    ];
  });
  return models.map((model, index) => ({ id: index + 1, ...model }));
}

export const dashboard = {
  uid: "recado",
  title: "Recado",
  tags: ["recado"],
  version: 1,
  editable: true,
  graphTooltip: 1,
  description: "Messages, carriers, queue, webhooks, API and processes of Recado",
  // Grafana 10 migrates models of schema 39 and older.
  schemaVersion: 39,
  refresh: "30s",
  time: { from: "now-6h", to: "now" },
  timezone: "",
  templating: {
    list: [
      {
        name: "datasource",
        label: "Data source",
        type: "datasource",
        query: "prometheus",
        refresh: 1,
        hide: 0,
        multi: false,
        includeAll: false,
      },
    ],
  },
  annotations: { list: [] },
  links: [],
  panels: placed(),
};

if (require.main === module) console.log(JSON.stringify(dashboard, null, 2));
