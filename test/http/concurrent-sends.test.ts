import { randomUUID } from "node:crypto";
import { rateCounter } from "../../src/http/rate-limit.store";
import { IDEMPOTENCY_RETENTION } from "../../src/features/messages/idempotency.store";
import { MINUTE } from "../../src/platform/time";
import { databases } from "../support/databases";
import { testService } from "../support/service";
import { times } from "../support/times";
import { until } from "../support/until";

describe.each(databases)("concurrent sends on %s", (database) => {
  const service = testService(database);

  interface SendResponse {
    status: number;
    headers: Record<string, string>;
    body: { data: { message_id: string; status: string }[] };
  }

  const post = async (key: string | null, body: object, apiKey = service.key) => {
    const request = service.agent(apiKey).post("/v3/messages");
    if (key !== null) void request.set("Idempotency-Key", key);
    return (await request.send(body)) as unknown as SendResponse;
  };
  const send = (key: string | null, to = "+5511987654321", apiKey = service.key) =>
    post(
      key,
      { channel: "sms", content: { type: "text", text: `para ${to}` }, recipients: [{ to }] },
      apiKey,
    );

  const idsOf = (responses: readonly SendResponse[]) =>
    responses.flatMap(({ body }) => body.data.map(({ message_id: id }) => id));

  const numbers = (count: number) => times(count, (index) => `+55119876${10_000 + index}`);

  it("creates each message as a single send does", async () => {
    const other = await service.account("other");
    await service.contact({ phone: "+5511987610003", suppressedOn: ["sms"] });
    const responses = await Promise.all([
      ...numbers(20).map((to) => send(null, to)),
      ...numbers(20).map((to) => send(randomUUID(), to, other.key)),
    ]);
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 202));
    expect(new Set(idsOf(responses)).size).toBe(40);
    for (const [index, to] of numbers(20).entries()) {
      const id = responses[index]?.body.data[0]?.message_id ?? "";
      const { body } = await service.request.get(`/v3/messages/${id}`);
      const status = to === "+5511987610003" ? "blocked" : "pending";
      expect(body).toMatchObject({ to, status, sender: "27000", content: { text: `para ${to}` } });
      expect((await other.request.get(`/v3/messages/${id}`)).status).toBe(404);
    }
    const { body } = await other.request.get("/v3/messages?limit=1");
    expect(body).toMatchObject({ pagination: { total: 20 } });
  });

  it("creates one message per idempotency key, and returns it to all requests", async () => {
    const keys = times(5, () => randomUUID());
    const responses = await Promise.all([...keys, ...keys, ...keys, ...keys].map((key) => send(key)));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 202));
    expect(new Set(idsOf(responses)).size).toBe(5);
    for (const key of keys) expect(idsOf([await send(key)])).toEqual([expect.any(String)]);
    const first = responses.filter(({ headers }) => headers["idempotent-replayed"] === undefined);
    expect(first).toHaveLength(5);
  });

  it("accepts a send whose key has expired, together with other sends", async () => {
    const key = randomUUID();
    const [before] = idsOf([await send(key)]);
    service.clock.advance(IDEMPOTENCY_RETENTION + MINUTE);
    const responses = await Promise.all([null, null, key, null, randomUUID()].map((one) => send(one)));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 202));
    const ids = new Set(idsOf(responses));
    expect(ids.size).toBe(5);
    expect(ids).not.toContain(before);
    const [again] = idsOf([await send(key)]);
    expect(again).toBe(responses[2]?.body.data[0]?.message_id);
  });

  // On SQLite, all sends wait for the only writer.
  if (database === "PostgreSQL") {
    const recipients = numbers(65).map((to) => ({ to }));
    const large = { channel: "sms", content: { type: "text", text: "x" }, recipients, tags: ["a"] };
    const isWaiting = async (lock: object) =>
      (await service.db("pg_locks").where({ granted: false, ...lock })).length > 0;
    /** Posts a large send, which cannot end before `work` has ended. */
    const whileRunning = <T>(key: string, work: () => Promise<T>) =>
      service.db.transaction(async (trx) => {
        await trx.raw("lock table message_tags in share mode");
        const running = post(key, large);
        const relation = service.db.raw("'message_tags'::regclass");
        await until("the large send writes its tags", 10, () => isWaiting({ relation }), 20);
        return { running, done: await work() };
      });

    it("accepts other sends at once while the key of a large send is repeated", async () => {
      const key = randomUUID();
      const { running, done } = await whileRunning(key, () =>
        Promise.all([null, key, randomUUID()].map((one) => send(one))),
      );
      expect(done.map(({ status }) => status)).toEqual([202, 202, 202]);
      expect((await running).status).toBe(409);
    });

    it("replays a large send that is running when its key is repeated, without writing first", async () => {
      const key = randomUUID();
      const database = service.db.raw("(select oid from pg_database where datname = current_database())");
      const { running, done } = await whileRunning(key, async () => {
        const repeated = post(key, large);
        const locked = { locktype: "advisory", database };
        await until("the repetition waits for the key", 10, () => isWaiting(locked), 20);
        return { repeated };
      });
      const [first, second] = await Promise.all([running, done.repeated]);
      expect([first.status, second.status]).toEqual([202, 202]);
      expect(second.headers["idempotent-replayed"]).toBe("true");
      expect(second.body).toEqual(first.body);
    });
  }

  it("queues webhook events for the account's endpoints", async () => {
    const owner = await service.account("with an endpoint");
    const made = await owner.request.post("/v3/webhooks").send({ url: "http://127.0.0.1:9/" });
    const webhookId = (made.body as { id: string }).id;
    const responses = await Promise.all(numbers(10).map((to) => send(null, to, owner.key)));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 202));
    const { body } = await owner.request.get(`/v3/webhooks/${webhookId}/deliveries?limit=50`);
    const deliveries = (body as { data: { event_ids: string[] }[] }).data;
    expect(deliveries.flatMap(({ event_ids: ids }) => ids)).toHaveLength(10);
  });

  it("counts against one rate limit, even with several processes", async () => {
    const { accountId } = await service.account("limited");
    const limit = 1_000;
    const processes = [rateCounter(service.db), rateCounter(service.db)];
    // SQLite allows only one process.
    const counters = database === "SQLite" ? processes.slice(0, 1) : processes;
    const minute = Math.floor(service.clock.now() / MINUTE) * MINUTE;
    const counted = await Promise.all(
      counters.flatMap((counter) =>
        times(1_100 / counters.length, () => counter.count(accountId, minute, limit)),
      ),
    );
    const places = counted.map(({ used }) => used);
    expect(new Set(places).size).toBe(places.length);
    const granted = places.filter((used) => used <= limit).length;
    expect(granted).toBeLessThanOrEqual(limit);
    expect(granted).toBeGreaterThan(limit - 20);
  });
});
