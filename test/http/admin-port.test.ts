import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import pino from "pino";
import { AdminPort, type AdminPortOptions } from "../../src/http/admin-port";
import { metricsReader } from "../../src/http/metrics-access";
import type { Readiness } from "../../src/http/readiness";
import { createMetrics } from "../../src/platform/metrics";
import { HOUR, MINUTE } from "../../src/platform/time";
import { freePort } from "../support/process";
import { until } from "../support/until";

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("the admin port", () => {
  const log = pino({ level: "silent" });
  const opened: AdminPort[] = [];
  let base: string;
  let port: number;
  afterEach(() => Promise.all(opened.splice(0).map((one) => one.stop())));

  async function open(
    read: () => Promise<Readiness>,
    options: Partial<AdminPortOptions> = {},
  ): Promise<AdminPort> {
    port = await freePort();
    base = `http://127.0.0.1:${port}`;
    const admin = await AdminPort.open({ host: "127.0.0.1", port, log, readiness: { read }, ...options });
    opened.push(admin);
    return admin;
  }
  const send = async (path: string, init?: RequestInit) => {
    const response = await fetch(base + path, init);
    const text = await response.text();
    const isJson = text !== "" && response.headers.get("content-type")?.includes("json");
    const body: unknown = isJson ? JSON.parse(text) : text;
    return { status: response.status, headers: Object.fromEntries(response.headers), body };
  };
  /** Waits for the status, because a probe of a busy process returns its last known state. */
  const eventually = async (path: string, status: number, init?: RequestInit) => {
    await until(`${path} returns ${status}`, 5, async () => (await send(path, init)).status === status, 20);
    return send(path, init);
  };
  const ready = async (): Promise<Readiness> => ({ status: "ready" });

  it("returns the readiness that the process reports", async () => {
    let state: Readiness = { status: "starting", reason: "The service is starting" };
    await open(async () => state);
    expect(await send("/healthz")).toMatchObject({ status: 200, body: { status: "ok" } });
    expect(await send("/readyz")).toMatchObject({ status: 503, body: { status: "starting" } });
    state = { status: "ready" };
    expect(await eventually("/readyz?from=balancer", 200)).toMatchObject({ body: { status: "ready" } });
    state = { status: "unavailable", reason: "The database does not respond" };
    const refusal = await eventually("/readyz", 503);
    expect(refusal).toMatchObject({
      status: 503,
      headers: { "cache-control": "no-store", "retry-after": "1", "x-content-type-options": "nosniff" },
      body: {
        status: "unavailable",
        error: { code: "service_unavailable", message: "The database does not respond" },
      },
    });
    const { error } = refusal.body as { error: { request_id: string } };
    expect(error.request_id).toMatch(UUID_V7);
    expect(refusal.headers["x-request-id"]).toBe(error.request_id);
  });

  it("returns 404 for other paths and methods", async () => {
    await open(ready);
    await eventually("/readyz", 200, { method: "HEAD" });
    const refused = { status: 404, body: { error: { code: "not_found" } } };
    expect(await send("/v3/messages")).toMatchObject(refused);
    expect(await send("/healthz", { method: "POST", body: "x" })).toMatchObject(refused);
  });

  it("serves metrics through the process's reader, which checks access", async () => {
    const admin = await open(ready);
    expect(await send("/metrics")).toMatchObject({
      status: 503,
      body: { error: { message: "The service is starting" } },
    });
    const { registry } = createMetrics();
    const reader = { registry, log, beforeScrape: async () => {} };
    admin.serveMetrics(metricsReader(reader, { token: "secret", isAdminPort: true }));
    const response = await send("/metrics");
    expect(response).toMatchObject({ status: 200, headers: { "content-type": registry.contentType } });
    expect(response.body).toContain("# HELP");
    const proxied = { "X-Forwarded-For": "192.0.2.1" };
    expect(await send("/metrics", { headers: proxied })).toMatchObject({
      status: 401,
      headers: { "www-authenticate": 'Bearer realm="recado-metrics"' },
      body: { error: { code: "unauthorized" } },
    });
    const headers = { ...proxied, Authorization: "Bearer secret" };
    expect(await send("/metrics", { headers })).toMatchObject({ status: 200 });
    admin.serveMetrics(() => Promise.reject(new Error("no")));
    expect(await send("/metrics")).toMatchObject({
      status: 500,
      body: { error: { code: "internal_error" } },
    });
  });

  it("responds to probes while the event loop of the process is blocked", async () => {
    await open(ready, { silence: { unavailableAfterMs: HOUR, deadAfterMs: HOUR } });
    const probes = ["/healthz", "/readyz"].map((path) => ({
      name: path,
      port,
      path,
      answered: new Int32Array(new SharedArrayBuffer(4)),
    }));
    await eventually("/readyz", 200);
    const probe = new Worker(join(__dirname, "..", "support", "request-probe.mjs"), { workerData: probes });
    const results = async () => {
      probe.postMessage("report");
      const [seen] = (await once(probe, "message")) as [{ name: string; status: number; ms: number }[]];
      return seen;
    };
    try {
      await until("both probes are answered", 5, async () => (await results()).length >= 2);
      const deadline = performance.now() + MINUTE;
      // Blocks the event loop until each path has three more responses.
      for (const { answered } of probes) {
        const before = Atomics.load(answered, 0);
        for (let count = before; count < before + 3; count = Atomics.load(answered, 0)) {
          const outcome = Atomics.wait(answered, 0, count, deadline - performance.now());
          if (outcome === "timed-out") throw new Error("probes wait");
        }
      }
      const seen = await results();
      expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200]));
    } finally {
      await probe.terminate();
    }
  });

  it("reports a silent process as unavailable, then as unhealthy, until it responds again", async () => {
    let respond: () => void = () => {};
    let isSilent = false;
    const read = () =>
      isSilent
        ? new Promise<Readiness>((resolve) => (respond = () => resolve({ status: "ready" })))
        : ready();
    await open(read, { silence: { unavailableAfterMs: 1_000, deadAfterMs: 2_500 } });
    await eventually("/readyz", 200);
    isSilent = true;
    const message = "The process does not respond";
    expect(await eventually("/readyz", 503)).toMatchObject({
      body: { status: "unavailable", error: { message } },
    });
    expect(await eventually("/healthz", 503)).toMatchObject({
      body: { error: { code: "service_unavailable", message } },
    });
    isSilent = false;
    respond();
    await eventually("/readyz", 200);
    await eventually("/healthz", 200);
  });

  it("rejects a port in use, and closes its port and idle connections when it stops", async () => {
    const admin = await open(ready);
    const taken = { host: "127.0.0.1", port, log, readiness: { read: ready } };
    await expect(AdminPort.open(taken)).rejects.toMatchObject({ code: "EADDRINUSE" });
    const idle = connect(port, "127.0.0.1");
    await once(idle, "connect");
    const closed = once(idle, "close");
    idle.resume().on("error", () => {});
    await admin.stop();
    await closed;
    await expect(send("/healthz")).rejects.toThrow();
  });
});
