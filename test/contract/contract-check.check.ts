import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { scopes } from "../../generated/server/routes";
import { toHtml } from "../../scripts/contract-check/report/html";
import { toJUnit } from "../../scripts/contract-check/report/junit";
import { at, inResponse, isTo } from "./corruptions/make";
import { type Corruption, corrupting, honest } from "./corruptions/proxy";
import { cellsIn, checkedService, UNPROVOKED } from "./service";

const ROOT = resolve(__dirname, "..", "..");
const UNKNOWN_KEY = `st_${"0".repeat(64)}`;
/** Tags with resources that a run cannot delete, or with settings that it changes. */
const LASTING = ["API keys", "Consents", "Imports", "Messages", "Opt-out words", "Privacy", "Sending rules"];

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the command as users do. `onProgress` receives each piece of progress output. */
function command(
  args: readonly string[],
  onProgress?: (line: string, interrupt: () => void) => void,
): Promise<Ended> {
  const script = join(ROOT, "scripts/contract-check/main.ts");
  const child = spawn(process.execPath, ["--import", "tsx", script, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (bytes: Buffer) => void (stdout += bytes.toString()));
  child.stderr.on("data", (bytes: Buffer) => {
    stderr += bytes.toString();
    onProgress?.(bytes.toString(), () => void child.kill("SIGINT"));
  });
  return new Promise((done) => child.once("close", (code) => done({ code, stdout, stderr })));
}

const FIRST_LINES =
  /^Checking \S+ against the contract in version \S+\nA response may take 30 s, the run 60 min\. .*\nWebhooks: the receiver listens at \S+, registered as \S+\n[^]*Senders: /;

describe("the contract check", () => {
  const service = checkedService();
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "recado-contract-report-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Returns the names of templates, lists, campaigns, contacts and live keys that a run left behind. */
  async function leftBehind(): Promise<string[]> {
    const named = async (path: string) => {
      const { data } = (await service.real.read(`${path}?limit=1000`)) as {
        data: { name: string | null; revoked_at?: unknown }[];
      };
      return data.filter(
        ({ name, revoked_at = null }) => name?.startsWith("contract-check") && revoked_at === null,
      );
    };
    const paths = ["/templates", "/contact-lists", "/campaigns", "/contacts", "/api-keys"];
    const found = (await Promise.all(paths.map(named))).flat().map(({ name }) => String(name));
    const { data: endpoints } = (await service.real.read("/webhooks")) as { data: { url: string }[] };
    return [...found, ...endpoints.map(({ url }) => url)];
  }

  it("sends no message if a real carrier would send it", async () => {
    const asIfReal = inResponse("GET /senders", ({ data }) => {
      for (const sender of data) sender.carrier = "smpp";
    });
    const result = await service.checkCorrupted(asIfReal, { only: ["Messages", "Inbound", "Campaigns"] });
    const { data } = (await service.real.read("/messages?limit=1000")) as { data: { status: string }[] };
    expect(new Set(data.map(({ status }) => status))).toEqual(new Set(["blocked"]));
    expect(result.coverage.violations).toEqual([]);
    expect(cellsIn(result, "missed").filter((cell) => !UNPROVOKED.test(cell))).toEqual([
      "updateMessage 200",
      "updateMessage 422",
      "cancelMessage 200",
      "getInboundMessage 200",
      "getInboundRcsEvent 200",
      "deleteCampaign 409",
      "launchCampaign 202",
      "stopCampaign 202",
      "scheduleCampaign 409",
    ]);
  });

  it("passes a correct service twice, and leaves behind nothing that can be deleted", async () => {
    const url = `${service.real.origin}/v3`;
    for (const only of [[], LASTING]) {
      const result = await service.check({ url, only });
      expect(result.coverage.violations).toEqual([]);
      const missed = cellsIn(result, "missed");
      expect(missed.filter((cell) => !UNPROVOKED.test(cell))).toEqual([]);
      expect(result.cleanUp.failed).toEqual([]);
      expect(await leftBehind()).toEqual([]);
    }
  }, 1_200_000);

  it("sends only GET in read-only mode, and reports what it leaves out", async () => {
    const result = await service.checkCorrupted(honest, { readOnly: true });
    expect(new Set(result.seen.map(({ method }) => method))).toEqual(new Set(["GET"]));
    expect(result.coverage.violations).toEqual([]);
    expect(cellsIn(result, "hit")).toEqual(
      expect.arrayContaining(["listTemplates 200", "getMessage 200", "getUsage 400"]),
    );
    const reasons = result.coverage.operations.flatMap(({ cells }) => cells.map(({ reason }) => reason));
    expect(reasons).toContain("read-only: the operation changes something");
  });

  it("reads what a key with few scopes may read, and reports no violation for the rest", async () => {
    const made = await fetch(`${service.real.origin}/v3/api-keys`, {
      method: "POST",
      headers: { "x-api-key": service.real.key, "content-type": "application/json" },
      body: JSON.stringify({ name: "reader", scopes: ["files:read"] }),
    });
    const { key } = (await made.json()) as { key: string };
    const only = ["Files", "Senders", "getTemplate"];
    const result = await service.check({ key, readOnly: true, only });
    expect(result.coverage.violations).toEqual([]);
    expect(cellsIn(result, "hit")).toEqual(expect.arrayContaining(["listFiles 200", "listSenders 403"]));
    const unread = result.coverage.operations.find(({ operation }) => operation.id === "getTemplate");
    expect(unread?.cells.find(({ status }) => status === 200)?.reason).toBe(
      "read-only: the given key lacks the scope of listTemplates",
    );
    await expect(service.check({ key, only })).rejects.toThrow(
      /^the key cannot create a key of every scope that expires in an hour: This key lacks the scope keys:write;.*--read-only/,
    );
  });

  it("repeats why the service creates no key that outlives the given one", async () => {
    const expires_at = new Date(Date.now() + 600_000).toISOString();
    const made = await fetch(`${service.real.origin}/v3/api-keys`, {
      method: "POST",
      headers: { "x-api-key": service.real.key, "content-type": "application/json" },
      body: JSON.stringify({ name: "short", scopes, expires_at }),
    });
    const { key } = (await made.json()) as { key: string };
    await expect(service.check({ key })).rejects.toThrow("A key cannot create a key that expires after it");
  });

  it("waits for the account's rate limit, and counts the 429", async () => {
    let refused = false;
    const refusing = at("GET /senders", async ({ url }, forward) => {
      const response = await forward();
      // The scenario's list is refused each time, and all others are refused once.
      const isAlways = url.search === "?limit=5";
      if ((refused && !isAlways) || response.status !== 200) return response;
      refused = true;
      const error = { code: "rate_limited", message: "Too many", request_id: "1" };
      return {
        status: 429,
        headers: { ...response.headers, "retry-after": "1" },
        body: JSON.stringify({ error }),
      };
    });
    const waits: (string | null)[] = [];
    const onProgress = ({ waiting }: { waiting: string | null }) => void waits.push(waiting);
    const result = await service.checkCorrupted(refusing, { only: ["Senders"], onProgress });
    expect(waits).toContainEqual(expect.stringMatching(/^[12] s for the account's rate limit$/));
    expect(result.coverage.violations).toEqual([]);
    expect(cellsIn(result, "hit")).toEqual(expect.arrayContaining(["listSenders 200", "listSenders 429"]));
  });

  it("ends early with its findings when the service stops responding", async () => {
    let left = 40;
    const stopping: Corruption = async (_, forward) => {
      const response = await forward();
      left -= 1;
      if (left < 0) throw new Error("the service has stopped");
      return response;
    };
    const result = await service.checkCorrupted(stopping, { only: ["Templates"] });
    expect(result.endedEarly).toBe("no response to 10 requests in a row");
    // The requests of the cleanup count as well.
    expect(result.coverage.violations.length).toBeGreaterThanOrEqual(10);
    expect(result.coverage.violations.filter(({ response }) => response !== null)).toEqual([]);
    expect(result.cleanUp.failed.length).toBeGreaterThan(0);
    const reasons = result.coverage.operations.flatMap(({ cells }) => cells.map(({ reason }) => reason));
    expect(reasons).toContain("the run ended early: no response to 10 requests in a row");
  });

  it.each(["null", '{"data":[null]}', "nonsense"])(
    "ends normally if the body of every success is %s",
    async (body) => {
      const senseless: Corruption = async (request, forward) => {
        const response = await forward();
        return isTo(request, "GET /files/constraints") || response.status >= 400
          ? response
          : { ...response, body };
      };
      const only = ["listSenders", "getTemplate", "getInboundMessage"];
      const result = await service.checkCorrupted(senseless, { only });
      expect(cellsIn(result, "violated")).toContain("listSenders 200");
      const reasons = result.coverage.operations.flatMap(({ cells }) => cells.map(({ reason }) => reason));
      expect(reasons).toContain("no key could be created for it: createApiKey returned no key");
    },
  );

  describe("as a command", () => {
    const own = (url = service.real.origin) => ["--url", url, "--key", service.real.key];

    it.each([
      [
        "a missing service",
        () => "http://127.0.0.1:2",
        /^contract:check: no service responds at http:\/\/127\.0\.0\.1:2\/v3: ECONNREFUSED\n$/,
      ],
      [
        "another version",
        () => `${service.real.origin}/v2`,
        /^contract:check: the service at \S+ is not version v3 of this API: .* returned 404\n$/,
      ],
      [
        "another page",
        () => `${service.real.origin}/docs`,
        /^contract:check: the service at \S+ is not version v3 of this API.*\n$/,
      ],
      [
        "an invalid address",
        () => "messages.example.com",
        /^contract:check: --url must begin with http:\/\/ or https:\/\/.*\n$/,
      ],
    ])("reports %s in one line", async (_, url, line) => {
      const { code, stdout, stderr } = await command(own(url()));
      expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: expect.stringMatching(line) });
    });

    it("reports a refused key and wrong options in one line", async () => {
      const refused = await command(["--url", service.real.origin, "--key", UNKNOWN_KEY]);
      expect(refused).toEqual({
        code: 2,
        stdout: "",
        stderr: `contract:check: the service at ${service.real.origin}/v3 refuses the key\n`,
      });
      const unknown = await command([...own(), "--only", "Faxes"]);
      expect(unknown).toMatchObject({
        code: 2,
        stderr: 'contract:check: --only: the contract has no operation and no tag "Faxes"\n',
      });
      expect(await command(["--url", service.real.origin])).toMatchObject({ code: 2, stdout: "" });
    });

    it("reports a folder that it cannot write to before it checks", async () => {
      const file = join(folder, "a-file");
      writeFileSync(file, "");
      for (const [reports, why] of [
        [join(file, "reports"), "ENOTDIR"],
        ["/proc/reports/new", "ENOENT"],
      ] as const) {
        const given = [...own(), "--report", reports];
        const { code, stdout, stderr } = await command(given);
        const line = `contract:check: --report: cannot write to ${reports}: ${why}\n`;
        expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: line });
      }
    });

    it("exits with 0, shows its progress and the table, and writes both reports", async () => {
      const { code, stdout, stderr } = await command([...own(), "--only", "Senders", "--report", folder]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(FIRST_LINES) });
      expect(stdout).toMatch(/^ {2}listSenders +✓ +✓ +✓ +✓ +· +· +·$/m);
      expect(stdout).toMatch(/^ {2}listSenders +\d+( +[\d.]+){3}$/m);
      expect(stdout).toContain("4 of 7 documented statuses hit (57.1 %; 80.0 % without 500 and 503)");
      expect(readFileSync(join(folder, "junit.xml"), "utf8")).toContain(
        '<testsuite name="Senders" tests="7" failures="0" errors="0" skipped="3" time="',
      );
      expect(readFileSync(join(folder, "index.html"), "utf8")).toContain("The service keeps its contract");
    });

    it("exits with 1 on a violation and below the required coverage, and shows no key", async () => {
      const withoutData = inResponse("GET /senders", (page) => void delete page.data);
      const proxy = await corrupting(service.real.origin, withoutData);
      const reports = ["--report", folder];
      const only = ["--only", "listSenders"];
      const bad = await command([...own(proxy.url), "--no-invariants", ...only, ...reports]).finally(
        proxy.stop,
      );
      expect(bad.code).toBe(1);
      expect(bad.stdout).toContain(
        "✗ listSenders: reads which channels the sandbox handles (and 3 more like it)",
      );
      expect(bad.stdout).toContain("contract: the body must have required property 'data'");
      const written = ["junit.xml", "index.html"].map((name) => readFileSync(join(folder, name), "utf8"));
      for (const text of [bad.stdout, bad.stderr, ...written]) expect(text).not.toMatch(/st_[0-9a-f]{20}/);
      const low = await command([...own(), ...only, ...reports, "--min-coverage", "90"]);
      expect(low.code).toBe(1);
      expect(low.stdout).toContain("The check failed: only 57.1 % hit, at least 90.0 % required.");
    });

    it("deletes what it created when it is interrupted", async () => {
      // Runs above, whose service stopped or responded with nonsense, left resources.
      const before = await leftBehind();
      let interrupted = false;
      const { code, stdout } = await command([...own(), "--report", folder], (line, interrupt) => {
        if (interrupted || !line.includes("Contacts:")) return;
        interrupted = true;
        interrupt();
      });
      expect(code).toBe(130);
      expect(stdout).toContain("Interrupted: the table is incomplete");
      expect(await leftBehind()).toEqual(before);
    });
  });

  it("exits with 0 if the reader of its help stops early", () => {
    const script = "node --import tsx scripts/contract-check/main.ts --help | :; echo ${PIPESTATUS[0]}";
    const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", script], { cwd: ROOT, encoding: "utf8" });
    expect({ stdout, stderr }).toEqual({ stdout: "0\n", stderr: "" });
  });

  it("escapes the content of responses in its reports", async () => {
    const nasty = '<script>alert("&")</script>\u0001';
    const adding = inResponse("GET /senders", (page) => void (page[nasty] = 1));
    const result = await service.checkCorrupted(adding, { only: ["Senders"] });
    const xml = toJUnit(result);
    const html = toHtml(result);
    expect(xml).toContain('<failure message="the body has the field &lt;script&gt;alert(&quot;&amp;&quot;)');
    expect(xml).toMatch(/<testcase name="listSenders 200" classname="Senders" time="\d+\.\d{3}"><failure/);
    for (const text of [xml, html]) {
      expect(text).not.toContain("<script>");
      expect(text).not.toContain("\u0001");
    }
    expect(html).toContain('<td class="violated"');
  });
});
