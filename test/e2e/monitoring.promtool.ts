import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { program } from "../../scripts/debian/programs";
import { createMetrics } from "../../src/platform/metrics";
import { databases } from "../support/databases";
import { blocksOf } from "../support/guides";
import { testService } from "../support/service";
import { temporaryFolder } from "../support/temporary-folder";

const RULES = join(__dirname, "../../scripts/release/files/recado.rules.yml");

/** Runs promtool and returns its exit code and its output. */
function run(args: readonly string[], input?: string): { code: number | null; output: string } {
  if (!existsSync(program("promtool")))
    throw new Error("`npm run promtool:install` fetches promtool from Debian");
  const { status, stdout, stderr, error } = spawnSync(program("promtool"), args, { input, encoding: "utf8" });
  if (error) throw error;
  return { code: status, output: stdout + stderr };
}

const PASSED = { code: 0, output: "" };

describe.each(databases)("a scrape of a service on %s", (database) => {
  const service = testService(database);

  it("passes promtool's check after messages", async () => {
    const message = { channel: "sms", content: { type: "text", text: "Oi" } };
    const recipients = [{ to: "+5511987654321" }, { to: "+5511987650002" }];
    await service.request
      .post("/v3/messages")
      .send({ ...message, recipients })
      .expect(202);
    await service.drain();
    const { text } = await service.anonymous.get("/metrics").expect(200);
    expect(text).toContain('recado_message_latency_seconds_count{stage="final"} 2');
    expect(run(["check", "metrics"], text)).toEqual(PASSED);
  });
});

describe("a scrape of a process", () => {
  it("passes promtool's check", async () => {
    const { registry } = createMetrics({ processMetrics: true });
    const text = await registry.metrics();
    expect(text).toContain("nodejs_active_handles");
    expect(run(["check", "metrics"], text)).toEqual(PASSED);
  });

  it("fails promtool's check with a gauge that is named like a counter", () => {
    const text = "# HELP recado_wrong_total Wrong.\n# TYPE recado_wrong_total gauge\nrecado_wrong_total 1\n";
    expect(run(["check", "metrics"], text)).toMatchObject({ code: 3 });
  });
});

/** Series of one value a minute in promtool's notation: `1x90` is 91 times 1, `0+10x90` rises by 10. */
type Series = Record<string, string>;

interface Case {
  alert: string;
  fires: Series;
  stays: Series;
  labels?: Record<string, string>;
}

const submissions = (outcome: string) =>
  `recado_carrier_submissions_total{carrier="main",outcome="${outcome}"}`;
const REPORTS = 'recado_carrier_reports_total{carrier="main",status="delivered"}';
const EXPECTED = 'recado_carrier_reports_expected{carrier="main",instance="a"}';
const MAIN = { carrier: "main" };

const CASES: Case[] = [
  {
    alert: "RecadoNotReady",
    fires: { 'up{job="recado"}': "0x90" },
    stays: { 'up{job="recado"}': "1x90", recado_ready: "1x90" },
    labels: { job: "recado" },
  },
  { alert: "RecadoNotReady", fires: { recado_ready: "0x90" }, stays: { 'up{job="other"}': "0x90" } },
  {
    alert: "RecadoQueueBehind",
    fires: { 'recado_queue_oldest_due_seconds{kind="delivery",instance="a"}': "61x90" },
    stays: { 'recado_queue_oldest_due_seconds{kind="delivery",instance="a"}': "60x90" },
    labels: { kind: "delivery" },
  },
  {
    alert: "RecadoQueueBehind",
    fires: {
      'recado_queue_oldest_due_seconds{kind="delivery",instance="a"}': "61x90",
      'recado_queue_held{instance="a"}': "0x40 1x50",
    },
    stays: {
      'recado_queue_oldest_due_seconds{kind="delivery",instance="a"}': "0x90",
      'recado_queue_held{instance="a"}': "0x40 1x50",
    },
    labels: { kind: "delivery" },
  },
  {
    alert: "RecadoQueueHeld",
    fires: { 'recado_queue_held{instance="a"}': "1x90", 'recado_queue_held{instance="b"}': "0x90" },
    stays: { 'recado_queue_held{instance="a"}': "0x40 1x50" },
  },
  {
    alert: "RecadoQueueHeld",
    fires: { recado_queue_held: "1x40 stale 1x48" },
    stays: { recado_queue_held: "1x40 0x49" },
  },
  {
    alert: "RecadoCarrierDown",
    fires: { 'recado_carrier_up{carrier="main",instance="a"}': "0x90" },
    stays: {
      'recado_carrier_up{carrier="main",instance="a"}': "0x90",
      'recado_carrier_up{carrier="main",instance="b"}': "1x90",
    },
    labels: MAIN,
  },
  {
    alert: "RecadoCarrierErrors",
    fires: {
      [submissions("accepted")]: "0+70x90",
      [submissions("refused")]: "0+30x90",
      [REPORTS]: "0+70x90",
    },
    stays: {
      [submissions("accepted")]: "0+90x90",
      [submissions("refused")]: "0+10x90",
      [REPORTS]: "0+90x90",
    },
    labels: MAIN,
  },
  {
    alert: "RecadoCarrierErrors",
    fires: { [submissions("away")]: "0+1x90" },
    stays: { [submissions("throttled")]: "0+1x90" },
    labels: MAIN,
  },
  {
    alert: "RecadoNoDeliveryReports",
    fires: { [submissions("accepted")]: "0+10x90", [REPORTS]: "5x90", [EXPECTED]: "1x90" },
    stays: { [submissions("accepted")]: "0+10x90", [REPORTS]: "0+1x90", [EXPECTED]: "1x90" },
    labels: MAIN,
  },
  {
    alert: "RecadoNoDeliveryReports",
    fires: { [submissions("accepted")]: "0+10x90", [EXPECTED]: "1x90" },
    stays: { [submissions("accepted")]: "0+10x90", [EXPECTED]: "0x90" },
    labels: MAIN,
  },
  {
    alert: "RecadoWebhooksFailing",
    fires: { 'recado_webhook_endpoints{state="failing"}': "1x90" },
    stays: {
      'recado_webhook_endpoints{state="failing"}': "0x90",
      'recado_webhook_endpoints{state="disabled"}': "3x90",
    },
  },
  {
    alert: "RecadoDatabasePoolExhausted",
    fires: { 'recado_database_pool_connections{state="waiting"}': "1x90" },
    stays: {
      'recado_database_pool_connections{state="waiting"}': "0x90",
      'recado_database_pool_connections{state="used"}': "10x90",
    },
    labels: { state: "waiting" },
  },
  {
    alert: "RecadoReadReplicaStale",
    fires: { recado_database_replica_stale_seconds: "11x90" },
    stays: { recado_database_replica_stale_seconds: "2x90" },
  },
  {
    alert: "RecadoFilesNotShared",
    fires: { recado_file_store_shared: "0x90" },
    stays: { recado_file_store_shared: "1x90" },
  },
  {
    alert: "RecadoDiskAlmostFull",
    fires: { recado_disk_free_bytes: "9x90", recado_disk_size_bytes: "100x90" },
    stays: { recado_disk_free_bytes: "11x90", recado_disk_size_bytes: "100x90" },
  },
];

const CRITICAL: ReadonlySet<string> = new Set([
  "RecadoNotReady",
  "RecadoCarrierDown",
  "RecadoFilesNotShared",
  "RecadoDiskAlmostFull",
]);

describe("the file of alerts", () => {
  let folder: string;
  beforeAll(() => {
    folder = temporaryFolder("rules");
  });

  /** Checks with promtool that these series fire exactly the expected alerts after 80 minutes. */
  function firing(series: Series, expected: readonly { alert: string; labels: Record<string, string> }[]) {
    const samples = expected.map(({ alert, labels }) => {
      const all = { alertname: alert, alertstate: "firing", ...labels };
      const texts = Object.entries(all).map(([label, value]) => `${label}="${value}"`);
      return { labels: `ALERTS{${texts.join(",")}}`, value: 1 };
    });
    const tests = [
      {
        interval: "1m",
        input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
        promql_expr_test: [{ expr: 'ALERTS{alertstate="firing"}', eval_time: "80m", exp_samples: samples }],
      },
    ];
    const file = join(folder, "test.yml");
    writeFileSync(file, stringify({ rule_files: [RULES], evaluation_interval: "1m", tests }));
    return run(["test", "rules", file]);
  }

  it("passes promtool's check", () => {
    expect(run(["check", "rules", RULES])).toMatchObject({ code: 0 });
  });

  it("is found by the configuration in the guide", () => {
    const configuration = blocksOf("monitoring").find(({ text }) => text.includes("scrape_configs:"));
    const file = join(folder, "prometheus.yml");
    writeFileSync(file, configuration?.text ?? "");
    copyFileSync(RULES, join(folder, "recado.rules.yml"));
    const { code, output } = run(["check", "config", file]);
    expect([code, output]).toEqual([0, expect.stringMatching(/SUCCESS: \d+ rules found/)]);
  });

  it("fails promtool's test when an unexpected alert fires", () => {
    expect(firing({ recado_ready: "0x90" }, [])).toMatchObject({ code: 1 });
  });

  it.each(CASES)(
    "fires $alert only for series that break its rule",
    ({ alert, fires, stays, labels = {} }) => {
      const severity = CRITICAL.has(alert) ? "critical" : "warning";
      expect(firing(fires, [{ alert, labels: { severity, ...labels } }])).toMatchObject({ code: 0 });
      expect(firing(stays, [])).toMatchObject({ code: 0 });
    },
  );
});
