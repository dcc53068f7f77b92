import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { dashboard } from "../../scripts/release/dashboard";
import { createMetrics } from "../../src/platform/metrics";
import { readExpression } from "../support/promql";

const FILES = join(__dirname, "../../scripts/release/files");

interface Rule {
  alert: string;
  expr: string;
  annotations: Record<string, string>;
}
interface Panel {
  id: number;
  title: string;
  type: string;
  targets?: { expr: string; legendFormat: string }[];
}

const rules = (
  parse(readFileSync(join(FILES, "recado.rules.yml"), "utf8")) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);
const panels = dashboard.panels as readonly Panel[];

/** An expression, and the texts that contain its labels. */
interface Use {
  name: string;
  expr: string;
  texts: string;
}

const uses: Use[] = [
  ...rules.map(({ alert, expr, annotations }) => ({
    name: alert,
    expr,
    texts: Object.values(annotations)
      .join(" ")
      .replaceAll("$labels.", "")
      .replace(/\$value\b/g, ""),
  })),
  ...panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => ({ name: title, expr, texts: legendFormat })),
  ),
];

interface Described {
  name: string;
  help: string;
  labelNames: string[];
}

/** Labels that Prometheus adds to each metric of a target. */
const OF_TARGET = ["instance", "job"];
/** Metric of Prometheus: whether a target responded. */
const UP: Described = { name: "up", help: "", labelNames: [] };

const known = new Map<string, Described>(
  [UP, ...(createMetrics({ processMetrics: true }).registry.getMetricsAsArray() as unknown as Described[])]
    .flatMap((metric) => {
      const isHistogram = metric.constructor.name === "Histogram";
      const labelNames = [...metric.labelNames, ...OF_TARGET];
      const own: Described = { name: metric.name, help: metric.help, labelNames };
      if (!isHistogram) return [own];
      return ["_bucket", "_sum", "_count"].map((ending) => ({
        ...own,
        name: metric.name + ending,
        labelNames: ending === "_bucket" ? [...labelNames, "le"] : labelNames,
      }));
    })
    .map((metric) => [metric.name, metric]),
);

/**
 * Returns the metrics, labels and values of an expression that do not exist. An operand behind `on ()` has no
 * labels in the result.
 */
function faultsOf({ expr, texts }: Omit<Use, "name">): string[] {
  const [first = "", ...conditions] = expr.split(/\b(?:and|unless) on \(\)/);
  return [
    ...faultsOfOperand({ expr: first, texts }),
    ...conditions.flatMap((condition) => faultsOfOperand({ expr: condition, texts: "" })),
  ];
}

function faultsOfOperand({ expr, texts }: Omit<Use, "name">): string[] {
  const { selectors, grouping } = readExpression(expr);
  const shown = [...texts.matchAll(/\{\{\s*(\w+)/g)].map(([, label = ""]) => label);
  const isAggregated = grouping.length > 0;
  const ofMetrics = selectors.flatMap(({ metric, labels }) => {
    const described = known.get(metric);
    if (described === undefined) return [metric];
    const names = [...labels.map(({ name }) => name), ...(isAggregated ? grouping : shown)];
    const values = labels.filter(({ name }) => !OF_TARGET.includes(name)).flatMap((label) => label.values);
    return [
      ...names.filter((name) => !described.labelNames.includes(name)).map((name) => `${metric}{${name}}`),
      ...values.filter((value) => !new RegExp(`\\b${value}\\b`).test(described.help)),
    ];
  });
  return [...ofMetrics, ...(isAggregated ? shown.filter((label) => !grouping.includes(label)) : [])];
}

describe("the rules for Prometheus and the dashboard for Grafana", () => {
  it.each(uses)("uses only existing metrics, labels and values in $name", (use) => {
    expect(readExpression(use.expr).selectors.length).toBeGreaterThan(0);
    expect(faultsOf(use)).toEqual([]);
  });

  it.each([
    ["recado_nothing > 0", "", ["recado_nothing"]],
    ["sum by (person) (rate(recado_backlog[5m]))", "", ["recado_backlog{person}"]],
    ['recado_backlog{where="x"}', "", ["recado_backlog{where}", "x"]],
    ['max(recado_webhook_endpoints{state="broken"})', "", ["broken"]],
    ["recado_ready == 0 or recado_message_latency_seconds == 0", "", ["recado_message_latency_seconds"]],
    ["sum by (le) (recado_message_latency_seconds_count)", "", ["recado_message_latency_seconds_count{le}"]],
    ["max by (kind) (recado_queue_oldest_due_seconds)", "{{instance}}", ["instance"]],
    ["recado_ready == 0 unless on () (max by (kind) (recado_nothing) == 1)", "", ["recado_nothing"]],
    ["recado_ready", "{{ carrier }}", ["recado_ready{carrier}"]],
  ])("finds the faults of %s", (expr, texts, faults) => {
    expect(faultsOf({ expr, texts })).toEqual(faults);
  });

  it("alerts on readiness, queue, carriers, webhooks, delivery reports, disk, database pool and read replica", () => {
    expect(rules.map(({ alert }) => alert)).toEqual([
      "RecadoNotReady",
      "RecadoQueueBehind",
      "RecadoQueueHeld",
      "RecadoCarrierDown",
      "RecadoCarrierErrors",
      "RecadoNoDeliveryReports",
      "RecadoWebhooksFailing",
      "RecadoDatabasePoolExhausted",
      "RecadoReadReplicaStale",
      "RecadoFilesNotShared",
      "RecadoDiskAlmostFull",
    ]);
  });

  it("gives every panel a unique id, and a query unless it is a row", () => {
    const ids = panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const empty = panels.filter(({ type, targets = [] }) => type !== "row" && targets.length === 0);
    expect(empty).toEqual([]);
    // Grafana 10 migrates models of schema 39 and older.
    expect(dashboard.schemaVersion).toBeLessThanOrEqual(39);
  });
});
