import { createServer, type IncomingHttpHeaders } from "node:http";
import { startDueCampaigns } from "../../src/features/campaigns/lifecycle";
import { insertConnection } from "../../src/features/connections/connections.store";
import { insertSender } from "../../src/features/senders/senders.store";
import { HOUR, SECOND } from "../../src/platform/time";
import { Campaigns } from "../support/campaigns";
import { databases, openTestDatabase, type TestDatabase } from "../support/databases";
import { expandJob, expandOnce } from "../support/expansion";
import { type Listening, listening } from "../support/listening";
import { type Receiver, receiver } from "../support/receiver";
import { startTestService, type TestAccount, type TestService } from "../support/service";
import { type ReceivedSpan, type TraceCollector, traceCollector } from "../support/trace-collector";
import { until } from "../support/until";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER = "00f067aa0ba902b7";
const PHONE = "+5511987654321";
const TEXT = "Seu pedido saiu";

/** Numbers of OTLP for kinds of spans. */
const KIND = { internal: 1, server: 2, client: 3, consumer: 5 };

interface Submitted {
  messages: { id: string }[];
}

async function carrierProgram(): Promise<Listening & { headers: IncomingHttpHeaders[] }> {
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      headers.push(req.headers);
      const { messages } = JSON.parse(Buffer.concat(chunks).toString()) as Submitted;
      const results = messages.map(({ id }) => ({ id, outcome: "accepted" }));
      res.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ results }));
    });
  });
  return { ...(await listening(server)), headers };
}

/** A service whose traces go to a collector, with a webhook and a sender of the carrier program. */
async function tracedService(database: TestDatabase, env: Record<string, string> = {}) {
  const collector = await traceCollector();
  const { service, close } = await startTestService(await openTestDatabase(database), {
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      ...env,
    },
  });
  const program = await carrierProgram();
  const { db, app, clock } = service;
  const secrets = { token: "to-carrier", callback_token: "from-carrier" };
  const settings = { url: program.url };
  await insertConnection(db, app.secrets, { name: "program", kind: "http", settings, secrets }, clock.now());
  const account = await service.account("traced", { senders: false });
  await insertSender(db, {
    id: app.ids.next(),
    accountId: account.accountId,
    channel: "sms",
    address: "28000",
    carrier: "program",
    maxPerSecond: 1_000,
    isDefault: true,
    createdAt: clock.now(),
  });
  const endpoint = await receiver();
  await account.request
    .post("/v3/webhooks")
    .send({ url: endpoint.url, event_types: ["message_update"] })
    .expect(201);
  return {
    service,
    collector,
    program,
    account,
    endpoint,
    async close() {
      await close();
      await Promise.all([endpoint.close(), program.stop(), collector.close()]);
    },
  };
}

const parentOf = ({ traceId, spanId }: ReceivedSpan) => `00-${traceId}-${spanId}-01`;

describe.each(databases)("traces on %s", (database) => {
  let service: TestService;
  let collector: TraceCollector;
  let program: Awaited<ReturnType<typeof carrierProgram>>;
  let account: TestAccount;
  let endpoint: Receiver;
  let close: () => Promise<void>;
  const delay = process.env.OTEL_BSP_SCHEDULE_DELAY;

  beforeAll(async () => {
    // The export must not wait for its usual delay.
    process.env.OTEL_BSP_SCHEDULE_DELAY = "5";
    ({ service, collector, program, account, endpoint, close } = await tracedService(database));
    await collector.received(1); // the creation of the webhook
  });
  beforeEach(() => {
    collector.requests.length = 0;
    program.headers.length = 0;
    endpoint.requests.length = 0;
  });
  afterAll(async () => {
    await close();
    if (delay === undefined) delete process.env.OTEL_BSP_SCHEDULE_DELAY;
    else process.env.OTEL_BSP_SCHEDULE_DELAY = delay;
  });

  async function send(traceparent: string | null, recipients = [{ to: PHONE }]): Promise<string[]> {
    const request = account.request.post("/v3/messages");
    if (traceparent !== null) request.set("traceparent", traceparent);
    const { body } = await request
      .send({ channel: "sms", content: { type: "text", text: TEXT }, recipients })
      .expect(202);
    return (body as { data: { message_id: string }[] }).data.map(({ message_id }) => message_id);
  }
  /** Runs the due work, and then the work that is due a second later. */
  async function work() {
    await service.drain();
    await service.drainAfter(SECOND);
  }
  const report = (references: string[]) =>
    service.anonymous
      .post("/carriers/program/reports")
      .set("Authorization", "Bearer from-carrier")
      .send({ reports: references.map((reference) => ({ reference, status: "delivered" })) })
      .expect(204);

  it("exports one trace from the request over the job and the carrier to the webhook", async () => {
    await send(`00-${TRACE}-${CALLER}-01`);
    await work();
    const spans = await collector.received(4);
    const named = (name: string) => spans.filter((span) => span.name === name);
    const [[request], [job], [submission], [webhook]] = [
      named("POST /v3/messages"),
      named("process submission"),
      named("submit program"),
      named("POST webhook"),
    ];
    expect(spans.map(({ traceId }) => traceId)).toEqual(spans.map(() => TRACE));
    expect(request).toMatchObject({
      parentSpanId: CALLER,
      kind: KIND.server,
      attributes: {
        "http.request.method": "POST",
        "http.route": "/v3/messages",
        "http.response.status_code": 202,
        "recado.operation": "sendMessages",
        "recado.account_id": account.accountId,
      },
    });
    expect(job).toMatchObject({ parentSpanId: request?.spanId, kind: KIND.consumer });
    expect(submission).toMatchObject({
      parentSpanId: job?.spanId,
      kind: KIND.client,
      attributes: { "messaging.destination.name": "program", "recado.accepted": 1 },
    });
    expect(webhook).toMatchObject({
      parentSpanId: request?.spanId,
      kind: KIND.client,
      attributes: { "http.response.status_code": 204, "recado.event_type": "message_update" },
    });
    const sent = (headers: IncomingHttpHeaders | undefined) => headers?.traceparent;
    expect(sent(program.headers[0])).toBe(submission && parentOf(submission));
    expect(sent(endpoint.requests[0]?.headers)).toBe(webhook && parentOf(webhook));
  });

  it("exports no number, no content and no key", async () => {
    await send(null);
    await work();
    await collector.received(4);
    const exported = collector.requests.map(({ body }) => body.toString()).join("\n");
    for (const secret of [PHONE, PHONE.slice(1), TEXT, account.key, '"28000"', "carrier-"]) {
      expect(exported).not.toContain(secret);
    }
  });

  it("links a carrier's request with reports to the traces of the messages", async () => {
    const ids = [...(await send(null)), ...(await send(null))];
    await work();
    const before = await collector.received(6);
    const requests = before.filter(({ name }) => name === "POST /v3/messages");
    await report(ids);
    await work();
    const spans = await collector.received(before.length + 2);
    const callback = spans.find(({ name }) => name === "POST /carriers/{name}");
    expect(callback?.links.toSorted()).toEqual(requests.map(parentOf).toSorted());
    // The second webhook continues the trace of the first message and links that of the second.
    const [delivered] = spans.slice(before.length).filter(({ name }) => name === "POST webhook");
    const around = [`00-${delivered?.traceId}-${delivered?.parentSpanId}-01`, ...(delivered?.links ?? [])];
    expect(around.toSorted()).toEqual(requests.map(parentOf).toSorted());
  });

  it("submits messages of several requests in one span, which links all their jobs", async () => {
    await Promise.all([send(null), send(null)]);
    await work();
    const spans = await collector.received(6);
    const jobs = spans.filter(({ name }) => name === "process submission");
    const [submission, ...others] = spans.filter(({ name }) => name === "submit program");
    expect([jobs.length, others.length]).toEqual([2, 0]);
    expect(submission?.attributes["messaging.batch.message_count"]).toBe(2);
    const parent = `00-${submission?.traceId}-${submission?.parentSpanId}-01`;
    expect([parent, ...(submission?.links ?? [])].toSorted()).toEqual(jobs.map(parentOf).toSorted());
  });

  describe("of campaigns", () => {
    let campaigns: Campaigns;
    beforeAll(() => void (campaigns = new Campaigns(service, account)));

    /** Launches a campaign for contacts of a new list, with the caller's trace. */
    async function launch(sampled: "00" | "01", contacts: number): Promise<string> {
      const id = await campaigns.draft({ list: await campaigns.list(contacts) });
      collector.requests.length = 0;
      await account.request
        .post(`/v3/campaigns/${id}/launch`)
        .set("traceparent", `00-${TRACE}-${CALLER}-${sampled}`)
        .expect(202);
      return id;
    }
    const named = (spans: readonly ReceivedSpan[], name: string) =>
      spans.filter((span) => span.name === name);

    it("continues the trace of the launch in each range of the expansion", async () => {
      const id = await launch("01", 3);
      // The planning job splits two contacts off. Their range is then written in two steps.
      await expandJob(service.app, 2);
      await expandOnce(service.app, 1);
      await work();
      expect((await campaigns.messages(id)).length).toBe(3);
      await until("three ranges", 10, async () => named(collector.spans(), "process expansion").length >= 3);
      const spans = collector.spans();
      const [request] = named(spans, "POST /v3/campaigns/{campaign_id}/launch");
      expect(request).toMatchObject({ traceId: TRACE, parentSpanId: CALLER });
      expect(
        named(spans, "process expansion").map(({ traceId, parentSpanId }) => [traceId, parentSpanId]),
      ).toEqual(Array(3).fill([TRACE, request?.spanId]));
    });

    it("gives each job and each webhook request a separate trace, which links the expansion", async () => {
      await launch("01", 1);
      await work();
      const spans = await collector.named("process expansion", "submit program", "POST webhook");
      const [[expansion], [job], [submission], [webhook]] = [
        named(spans, "process expansion"),
        named(spans, "process submission"),
        named(spans, "submit program"),
        named(spans, "POST webhook"),
      ];
      expect(expansion?.traceId).toBe(TRACE);
      expect(submission).toMatchObject({ traceId: job?.traceId, parentSpanId: job?.spanId });
      for (const linking of [job, webhook]) {
        expect(linking?.links).toEqual([expansion && parentOf(expansion)]);
        expect(linking?.parentSpanId).toBeUndefined();
      }
      expect(new Set([TRACE, job?.traceId, webhook?.traceId]).size).toBe(3);
    });

    it("begins a trace for a scheduled launch", async () => {
      const id = await campaigns.draft({ list: await campaigns.list(1) });
      await campaigns.does("schedule", id);
      collector.requests.length = 0;
      service.clock.advance(HOUR);
      await startDueCampaigns(service.app);
      await work();
      const spans = await collector.named("launch campaign", "process expansion");
      const [[launched], [expansion]] = [named(spans, "launch campaign"), named(spans, "process expansion")];
      expect(launched).toMatchObject({
        parentSpanId: undefined,
        kind: KIND.internal,
        attributes: { "recado.account_id": account.accountId, "recado.campaign_id": id },
      });
      expect(expansion).toMatchObject({ traceId: launched?.traceId, parentSpanId: launched?.spanId });
    });

    it("exports nothing of a launch that its caller does not sample", async () => {
      const id = await launch("00", 1);
      await work();
      expect(await service.db("messages").where({ campaign_id: id }).first("status", "trace_parent")).toEqual(
        {
          status: "sent",
          trace_parent: null,
        },
      );
      await send(null);
      await work();
      const spans = await collector.named("process submission", "submit program", "POST webhook");
      expect(named(spans, "process expansion")).toEqual([]);
      expect(spans.filter(({ attributes }) => attributes["recado.campaign_id"] === id)).toEqual([]);
    });
  });

  it("exports nothing of a request that its caller does not sample, and passes its trace on to no job", async () => {
    const [id] = await send(`00-${TRACE}-${CALLER}-00`);
    await work();
    expect(await service.db("messages").where({ id }).first("trace_parent")).toEqual({ trace_parent: null });
    expect(program.headers.map(({ traceparent }) => traceparent)).toEqual([undefined]);
    await send(null);
    await work();
    const spans = await collector.received(4);
    expect(spans.map(({ traceId }) => traceId)).not.toContain(TRACE);
  });

  it("begins a new trace for a malformed header", async () => {
    await send("00-0-0-01");
    await work();
    const spans = await collector.received(4);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(spans.find(({ name }) => name === "POST /v3/messages")?.parentSpanId).toBeUndefined();
  });

  it("counts the spans that a failing collector refuses, and sends messages regardless", async () => {
    const dropped = async () =>
      (await service.app.metrics.traceSpansDropped.get()).values.reduce((sum, { value }) => sum + value, 0);
    const before = await dropped();
    collector.respondsWith(400);
    const [id] = await send(null);
    await work();
    expect(await service.db("messages").where({ id }).first("status")).toEqual({ status: "sent" });
    await until("dropped spans", 20, async () => (await dropped()) > before);
    collector.respondsWith(200);
    await service.app.tracing.stop();
  });
});
