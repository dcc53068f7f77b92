import { readBuildInfo } from "../../src/app/build-info";
import { PERIODIC_JOBS, refreshGauges } from "../../src/app/gauges";
import { periodicJobsOf } from "../../src/app/service";
import { queueHold, queueRelease } from "../../src/cli/queue";
import { disableAccount } from "../../src/features/accounts/accounts.store";
import { deliveryKey } from "../../src/features/webhooks/delivery-job";
import { scheduleJob } from "../../src/queue/jobs.store";
import { schedulePeriodicJobs } from "../../src/queue/periodic";
import { SECOND } from "../../src/platform/time";
import { migrationNames } from "../../src/platform/db/migrate";
import { JOB_KINDS } from "../../src/queue/job";
import { databases } from "../support/databases";
import { testService } from "../support/service";
import { newEndpoint } from "../support/webhooks";
import { withRaw } from "../support/transactions";

const READY = { read: async () => ({ status: "ready" as const }) };
const STOPPING = { read: async () => ({ status: "stopping" as const, reason: "The service is stopping" }) };

describe.each(databases)("the metrics on %s", (database) => {
  const service = testService(database);

  /** Returns the values of a metric by the text of its labels, such as `state="used"`. */
  async function valuesOf(name: string): Promise<Record<string, number>> {
    const { values } = (await service.app.metrics.registry.getSingleMetric(name)?.get()) ?? { values: [] };
    const textOf = (labels: object) =>
      Object.entries(labels)
        .map(([label, value]) => `${label}="${value}"`)
        .join(",");
    return Object.fromEntries(values.map(({ labels, value }) => [textOf(labels), value]));
  }
  const refresh = () => refreshGauges(service.app, READY);
  const refreshed = async (name: string) => {
    await refresh();
    return valuesOf(name);
  };
  /** Returns the number of observed latencies and their sum by stage. */
  async function latencies() {
    const { values } = await service.app.metrics.messageLatency.get();
    const of = (stage: string) =>
      values.flatMap(({ metricName = "", labels, value }) =>
        labels.stage === stage && /_(sum|count)$/.test(metricName) ? [[metricName.slice(31), value]] : [],
      );
    return { submitted: Object.fromEntries(of("submitted")), final: Object.fromEntries(of("final")) };
  }
  const send = (to: string, channel: "sms" | "rcs" = "sms") =>
    service.request
      .post("/v3/messages")
      .send({ channel, content: { type: "text", text: "Oi" }, recipients: [{ to }] })
      .expect(202);

  it("returns the build, with the newest migration as its schema", async () => {
    const { version, commit } = readBuildInfo();
    const { text } = await service.anonymous.get("/metrics").expect(200);
    const labels = `version="${version}",commit="${commit ?? "unknown"}",schema="${migrationNames.at(-1)}"`;
    expect(text).toContain(`recado_build_info{${labels}} 1`);
  });

  it("returns gauges that were read for the scrape", async () => {
    const { text } = await service.anonymous.get("/metrics").expect(200);
    const names = ["recado_ready", "recado_disk_free_bytes", "recado_queue_oldest_due_seconds"];
    names.push("recado_database_pool_connections", "recado_webhook_endpoints", "recado_backlog");
    for (const name of names) expect(text).toMatch(new RegExp(`^${name}(\\{.+\\})? \\d`, "m"));
    const listens = text.includes('recado_wakeups_mode{mode="listen"} 1');
    expect(listens).toBe(service.app.config.databaseUrl !== null);
  });

  it("returns whether the process is ready", async () => {
    expect(await refreshed("recado_ready")).toEqual({ "": 1 });
    await refreshGauges(service.app, STOPPING);
    expect(await valuesOf("recado_ready")).toEqual({ "": 0 });
  });

  it("returns how long the oldest job of each kind has been due", async () => {
    const kinds = JOB_KINDS.map((kind) => [`kind="${kind}"`, 0]);
    await service.drain();
    expect(await refreshed("recado_queue_oldest_due_seconds")).toEqual(Object.fromEntries(kinds));
    await send("+5511987654321");
    service.clock.advance(90 * SECOND);
    await send("+5511987654321");
    expect(await refreshed("recado_queue_oldest_due_seconds")).toEqual({
      ...Object.fromEntries(kinds),
      'kind="submission"': 90,
    });
    await service.drain();
    expect(await refreshed("recado_queue_oldest_due_seconds")).toMatchObject({ 'kind="submission"': 0 });
  });

  it("does not count jobs of disabled accounts and endpoints, which no worker leases", async () => {
    const account = await service.account("disabled");
    const endpoint = await newEndpoint(service.app, account.accountId, "http://127.0.0.1:9/hook");
    const delivery = deliveryKey({ accountId: account.accountId, webhookId: endpoint.id });
    const job = { kind: "delivery", ...delivery, dueAt: service.clock.now() } as const;
    await service.db.transaction((trx) => scheduleJob(trx, job, service.clock.now()));
    await account.request
      .post("/v3/messages")
      .send({ channel: "sms", content: { type: "text", text: "Oi" }, recipients: [{ to: "+5511987654321" }] })
      .expect(202);
    service.clock.advance(30 * SECOND);
    const name = "recado_queue_oldest_due_seconds";
    expect(await refreshed(name)).toMatchObject({ 'kind="submission"': 30, 'kind="delivery"': 30 });
    await service.db("webhook_endpoints").where({ id: endpoint.id }).update({ status: "disabled" });
    expect(await refreshed(name)).toMatchObject({ 'kind="submission"': 30, 'kind="delivery"': 0 });
    await service
      .db("accounts")
      .where({ id: account.accountId })
      .update({ disabled_at: service.clock.now() });
    expect(await refreshed(name)).toMatchObject({ 'kind="submission"': 0, 'kind="delivery"': 0 });
    await service.db("jobs").where({ account_id: account.accountId }).delete();
    await service.db("webhook_endpoints").where({ id: endpoint.id }).delete();
  });

  it("lists the names of all periodic jobs", () => {
    expect(PERIODIC_JOBS).toEqual(periodicJobsOf(service.app).map(({ name }) => name));
  });

  it("counts periodic jobs of this build, and none of another build, which no worker leases", async () => {
    const ofAnother = { name: "of another build", everyMs: SECOND, run: async () => false };
    await schedulePeriodicJobs(service.app, [ofAnother]);
    service.clock.advance(90 * SECOND);
    await schedulePeriodicJobs(service.app, periodicJobsOf(service.app));
    service.clock.advance(30 * SECOND);
    const oldest = async () => (await refreshed("recado_queue_oldest_due_seconds"))['kind="periodic"'];
    expect(await oldest()).toBe(30);
    await service.db("jobs").where({ kind: "periodic" }).delete();
  });

  it("counts the released jobs of a queue that is held for older work, and no held jobs", async () => {
    await service.drain();
    await send("+5511987654321");
    service.clock.advance(90 * SECOND);
    const oldest = async () => (await refreshed("recado_queue_oldest_due_seconds"))['kind="submission"'];
    await queueHold(service);
    expect(await oldest()).toBe(0);
    await queueRelease(service, { createdAfter: service.clock.now() });
    service.clock.advance(SECOND);
    await send("+5511987654321");
    service.clock.advance(70 * SECOND);
    expect(await oldest()).toBe(70);
    await queueRelease(service, {});
    expect(await oldest()).toBe(161);
    await service.drain();
  });

  it("does not count jobs of a sender whose rate is used up", async () => {
    await service.drain();
    await send("+5511987654321");
    service.clock.advance(30 * SECOND);
    const senders = () => service.db("senders").where({ account_id: service.accountId, channel: "sms" });
    const before = await senders().first<object>("tokens", "tokens_at");
    const oldest = async () => (await refreshed("recado_queue_oldest_due_seconds"))['kind="submission"'];
    await senders().update({ tokens: 0, tokens_at: service.clock.now() });
    expect(await oldest()).toBe(0);
    service.clock.advance(SECOND);
    expect(await oldest()).toBe(31);
    await senders().update(before);
    await service.drain();
  });

  it("measures the disk with PostgreSQL and S3, where exports of persons are written", async () => {
    service.app.metrics.diskFree.remove();
    const s3 = { bucket: "files", prefix: "", endpoint: null, region: null, forcePathStyle: false };
    const config = { ...service.app.config, databaseUrl: "postgres://db/recado", s3 };
    await refreshGauges({ ...service.app, config }, READY);
    expect((await valuesOf("recado_disk_free_bytes"))[""]).toBeGreaterThan(0);
  });

  it("returns no gauges of a database that fails", async () => {
    await refresh();
    const db = withRaw(service.db, () => Promise.reject(new Error("away")));
    await refreshGauges({ ...service.app, db }, READY);
    const names = ["recado_backlog", "recado_queue_oldest_due_seconds", "recado_webhook_endpoints"];
    for (const name of names) expect(await valuesOf(name)).toEqual({});
    expect(Object.keys(await refreshed("recado_backlog"))).toHaveLength(2);
  });

  it("observes the time from acceptance to submission and to the first final status", async () => {
    await service.drain();
    service.app.metrics.messageLatency.reset();
    await send("+5511987650004", "rcs");
    await service.drainAfter(7 * SECOND);
    const { body } = await service.request.get("/v3/messages?limit=1").expect(200);
    // `read` follows `delivered`, and does not count as a second final status.
    expect(body.data[0].status).toBe("read");
    expect(await latencies()).toEqual({ submitted: { count: 1, sum: 7 }, final: { count: 1, sum: 7 } });
  });

  it("observes only the final status of a message that the carrier refuses", async () => {
    await service.drain();
    service.app.metrics.messageLatency.reset();
    await send("+5511987650002");
    await service.drainAfter(2 * SECOND);
    expect(await latencies()).toEqual({ submitted: {}, final: { count: 1, sum: 2 } });
  });

  it("counts webhook endpoints of all enabled accounts by state", async () => {
    const failing = { failingSince: service.clock.now() };
    const disabled = { status: "disabled", disabledReason: "failing", ...failing } as const;
    const url = "http://127.0.0.1:9/hook";
    for (const [index, changes] of [{}, {}, {}, failing, failing, disabled].entries()) {
      const { accountId } = await service.account(`webhooks ${index}`, { senders: false });
      await newEndpoint(service.app, accountId, url, changes);
    }
    const { accountId: held } = await service.account("held", { senders: false });
    await newEndpoint(service.app, held, url, failing);
    await disableAccount(service.db, held, service.clock.now());
    const deleted = await newEndpoint(service.app, service.accountId, url);
    await service.request.delete(`/v3/webhooks/${deleted.id}`).expect(204);
    expect(await refreshed("recado_webhook_endpoints")).toEqual({
      'state="healthy"': 3,
      'state="failing"': 2,
      'state="disabled"': 1,
    });
  });

  it("counts requests that exceed the rate limit", async () => {
    const { request } = await service.account("limited", { senders: false, rateLimit: 2 });
    const before = (await valuesOf("recado_rate_limited_total"))[""] ?? NaN;
    await request.get("/v3/files/constraints").expect(200);
    await request.get("/v3/nothing").expect(404);
    expect(await valuesOf("recado_rate_limited_total")).toEqual({ "": before });
    await request.get("/v3/files/constraints").expect(429);
    await request.get("/v3/nothing").expect(429);
    expect(await valuesOf("recado_rate_limited_total")).toEqual({ "": before + 2 });
  });

  it("reports a running carrier without a connection as up", async () => {
    expect(await refreshed("recado_carrier_up")).toEqual({ 'carrier="sandbox"': 1 });
    expect(await valuesOf("recado_carrier_reports_expected")).toEqual({ 'carrier="sandbox"': 1 });
  });

  it("counts the erasures that have not ended", async () => {
    const pending = async () => (await refreshed("recado_erasures_pending"))[""] ?? NaN;
    const before = await pending();
    for (const kind of ["erasure", "export"]) {
      await service.request.post("/v3/privacy-requests").send({ phone: "+5511987654301", kind }).expect(202);
    }
    const contactId = await service.contact({ phone: "+5511987654302" });
    await service.request.delete(`/v3/contacts/${contactId}`).expect(204);
    expect(await pending()).toBe(before + 2);
  });
});
