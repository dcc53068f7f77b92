import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { writeRefusal } from "../../src/platform/db/write-probe";
import { SECOND } from "../../src/platform/time";
import {
  openForTest,
  openTestDatabase,
  type OpenTestDatabase,
  TEST_WAITS,
  testDatabase,
} from "../support/databases";
import { startTestService } from "../support/service";

describe("the pool during a failover of PostgreSQL", () => {
  const database = testDatabase("PostgreSQL", { migrated: false });
  let url: string;
  beforeAll(async () => {
    url = database.url ?? "";
    await database.db.raw("create table probe (id integer)");
  });

  const backendOf = async (db: OpenTestDatabase["db"]) =>
    (await db.raw<{ rows: { pid: number }[] }>("select pg_backend_pid() as pid")).rows[0]?.pid;

  it("connects to the next host when the first one is unreachable or silent", async () => {
    const silent = createServer();
    silent.listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const { host } = new URL(url);
    for (const first of ["127.0.0.1:1", `127.0.0.1:${port}`]) {
      const db = openForTest({
        url: url.replace(host, `${first},${host}`),
        sqliteFile: "",
        poolSize: 1,
        // Each host gets half of this wait, and the silent host uses up its half.
        waits: { ...TEST_WAITS, connect: 10 * SECOND },
      });
      expect(await backendOf(db)).toBeDefined();
      await db.destroy();
    }
    silent.close();
  });

  it("replaces all connections after a write to a server that has become read-only", async () => {
    const options = { url, sqliteFile: "", poolSize: 1 };
    const [db, other] = [openForTest(options), openForTest(options)];
    const [first, second] = [await backendOf(db), await backendOf(other)];
    await db.raw("set default_transaction_read_only = on");
    await expect(db("probe").insert({ id: 1 })).rejects.toMatchObject({ code: "25006" });
    await db("probe").insert({ id: 1 });
    expect(await backendOf(db)).not.toBe(first);
    expect(await backendOf(other)).not.toBe(second);
    await Promise.all([db.destroy(), other.destroy()]);
  });

  it("replaces its connections when the check of readiness finds a server without writes", async () => {
    const db = openForTest({ url, sqliteFile: "", poolSize: 1 });
    await db.raw("set default_transaction_read_only = on");
    expect(await writeRefusal(db)).toMatch("default_transaction_read_only is on");
    expect(await writeRefusal(db)).toBeNull();
    await db.destroy();
  });

  it("refuses a read-only server where the URL requires writes", async () => {
    const readOnly = new URL(url);
    readOnly.searchParams.set("options", "-c default_transaction_read_only=on");
    readOnly.searchParams.set("target_session_attrs", "read-write");
    const db = openForTest({ url: readOnly.href, sqliteFile: "", poolSize: 1 });
    await expect(db.raw("select 1")).rejects.toThrow("the server accepts no writes");
    await db.destroy();
  });
});

describe("a request whose connection to PostgreSQL breaks during the commit", () => {
  let database: OpenTestDatabase;
  let proxy: Awaited<ReturnType<typeof breakingProxy>>;
  let running: Awaited<ReturnType<typeof startTestService>>;
  beforeAll(async () => {
    database = await openTestDatabase("PostgreSQL");
    proxy = await breakingProxy(database.url ?? "");
    const db = openForTest({ url: proxy.url, sqliteFile: "", poolSize: 4 });
    running = await startTestService({
      ...database,
      db,
      async close() {
        await db.destroy();
        proxy.close();
        await database.close();
      },
    });
  });
  afterAll(() => running.close());

  const endpoint = (path: string) => ({ url: `https://example.com/${path}` });
  const send = {
    channel: "sms",
    content: { type: "text", text: "Oi" },
    recipients: [{ to: "+5511987654321" }],
  };

  it.each([
    ["webhooks", endpoint("commit"), ["webhook_endpoints", "COMMIT"]],
    ["contact-lists", { name: "Clientes", type: "default", channels: [] }, ['insert into "contact_lists"']],
    ["messages", send, ["insert into messages "]],
  ])("returns 500 with Retry-After, and says that POST /%s may be carried out", async (path, body, texts) => {
    const { request } = running.service;
    proxy.breakAfter(texts);
    const response = await request.post(`/v3/${path}`).send(body);
    expect([response.status, response.body.error.code]).toEqual([500, "internal_error"]);
    expect(response.body.error.message).toMatch(/may have been carried out\. Read the resource before/);
    expect(response.headers["retry-after"]).toBe("5");
  });

  it("returns the stored response of a send with an Idempotency-Key that was carried out", async () => {
    proxy.breakAfter(["insert into messages "]);
    const response = await running.service.request
      .post("/v3/messages")
      .set("Idempotency-Key", "carried-out")
      .send(send);
    expect([response.status, response.headers["idempotent-replayed"]]).toEqual([202, "true"]);
  });

  it("returns 503 for a send with an Idempotency-Key that was not carried out, and accepts it again", async () => {
    const { request } = running.service;
    const sendKeyed = () => request.post("/v3/messages").set("Idempotency-Key", "not-carried-out").send(send);
    const { body: before } = await request.get("/v3/messages");
    proxy.breakBefore(["insert into messages "]);
    const broken = await sendKeyed();
    expect([broken.status, broken.headers["retry-after"]]).toEqual([503, "5"]);
    expect((await sendKeyed()).status).toBe(202);
    const { body: after } = await request.get("/v3/messages");
    expect(after.pagination.total).toBe(before.pagination.total + 1);
  });

  it("returns 503 when the connection breaks before the commit", async () => {
    proxy.breakAfter(["webhook_endpoints"]);
    const response = await running.service.request.post("/v3/webhooks").send(endpoint("before"));
    expect(response.status).toBe(503);
  });
});

/**
 * Starts a proxy in front of PostgreSQL. After `breakAfter`, it forwards everything until one connection has
 * sent all texts in their order, and then closes that connection. After `breakBefore`, it does not forward
 * the last text.
 */
async function breakingProxy(url: string) {
  let texts: string[] = [];
  let forwardsLast = true;
  const awaited = new Map<Socket, string[]>();
  const sockets = new Set<Socket>();
  const { hostname, port } = new URL(url);
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) sockets.add(socket.on("error", () => {}));
    upstream.on("close", () => client.destroy()).pipe(client);
    client.on("close", () => upstream.end());
    client.on("data", (chunk) => {
      const [next, ...later] = awaited.get(client) ?? texts;
      const isFound = next !== undefined && chunk.includes(next);
      const breaks = isFound && later.length === 0;
      if (!breaks || forwardsLast) upstream.write(chunk);
      if (isFound) awaited.set(client, later);
      if (!breaks) return;
      texts = [];
      client.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const arm = (newTexts: string[], forwards: boolean) => {
    texts = newTexts;
    forwardsLast = forwards;
    awaited.clear();
  };
  const address = new URL(url);
  address.port = String((server.address() as AddressInfo).port);
  return {
    url: address.href,
    breakAfter: (newTexts: string[]) => arm(newTexts, true),
    breakBefore: (newTexts: string[]) => arm(newTexts, false),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
