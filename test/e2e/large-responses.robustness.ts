import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { built } from "../support/build";
import { databases, openTestDatabase, type OpenTestDatabase, settingsOf } from "../support/databases";
import { freePort, ServiceProcess } from "../support/process";

const KEY = `st_${"ab".repeat(32)}`;
const MIB = 1024 * 1024;
const UNREAD = 30;
/** Maximum CPU time before a response of `/healthz`, in milliseconds; the whole work takes seconds. */
const WORK_MS = 400;

const to = (count: number, variables: Record<string, string>) =>
  Array.from({ length: count }, (_, index) => ({ to: `+55119${String(87_650_000 + index)}`, variables }));

/** A send of 1 MB that renders to 120 MB. */
const swelling = JSON.stringify({
  channel: "sms",
  content: { type: "text", text: "{{a}}".repeat(117) },
  recipients: to(1_000, { a: "x".repeat(1024) }),
});
/** A send that renders to 7 MiB, which is within the limit. */
const card = { title: "{{a}}", description: "{{b}}{{b}}" };
const rich = JSON.stringify({
  channel: "rcs",
  content: { type: "carousel", card_width: "small", cards: [card, card, card, card] },
  recipients: to(1_000, { a: "Ana", b: "b".repeat(850) }),
});

describe.each(databases)("a service on %s with a heap of 256 MB", (kind) => {
  let database: OpenTestDatabase;
  let service: ServiceProcess;

  beforeAll(async () => {
    database = await openTestDatabase(kind);
    // Only the service may use the database while it runs.
    if (kind === "SQLite") await database.db.destroy();
    service = new ServiceProcess(
      {
        PORT: String(await freePort()),
        ...settingsOf(database),
        RECADO_API_KEY: KEY,
        RECADO_LOG_LEVEL: "warn",
      },
      { command: ["--max-old-space-size=256", "--enable-source-maps", built("src/main.ts")] },
    );
    await service.start();
    // Warms up the process: compilation for its first requests is not measured.
    await send("POST", "/messages", swelling);
    await send("POST", "/messages/preview", swelling);
    await send("POST", "/messages/preview", rich);
    await send("GET", "/messages?limit=1000");
  });

  afterAll(async () => {
    await service.stop("SIGKILL");
    await database.close();
  });

  const headers = { "X-API-Key": KEY, "Content-Type": "application/json" };

  async function send(method: string, path: string, body?: string) {
    const response = await fetch(`${service.baseUrl}/v3${path}`, { method, headers, body });
    return { status: response.status, bytes: (await response.arrayBuffer()).byteLength };
  }

  /** Returns the maximum CPU time between a request to `/healthz` and its response, in milliseconds. */
  async function maxWorkBeforeHealth(work: Promise<unknown>): Promise<number> {
    let done = false;
    const ended = work.finally(() => (done = true));
    let max = 0;
    while (!done) {
      const before = service.workedMs();
      const health = await fetch(`${service.baseUrl}/healthz`);
      expect(health.status).toBe(200);
      await health.arrayBuffer();
      max = Math.max(max, service.workedMs() - before);
    }
    await ended;
    return max;
  }

  it("returns little for a send that renders to 120 MB, and handles other requests while it renders", async () => {
    const before = service.residentMiB();
    const received: Awaited<ReturnType<typeof send>>[] = [];
    const max = await maxWorkBeforeHealth(
      (async () => {
        received.push(await send("POST", "/messages", swelling));
        received.push(await send("POST", "/messages/preview", swelling));
        received.push(await send("GET", "/messages?limit=1000"));
      })(),
    );
    expect(received.map(({ status }) => status)).toEqual([202, 200, 200]);
    for (const { bytes } of received) expect(bytes).toBeLessThan(MIB);
    expect(max).toBeLessThan(WORK_MS);
    expect(service.residentMiB() - before).toBeLessThan(64);
  });

  describe.each([
    ["pages", "GET", "/v3/messages?limit=1000", undefined],
    ["previews", "POST", "/v3/messages/preview", rich],
  ])("that has returned many unread %s of megabytes", (_, method, path, body) => {
    const requests: ClientRequest[] = [];

    beforeAll(async () => {
      if (body === undefined) expect((await send("POST", "/messages", rich)).status).toBe(202);
    });

    afterAll(() => requests.forEach((one) => one.destroy()));

    const unread = () =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const length = body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) };
        const options = { method, agent: false, headers: { ...headers, ...length } };
        const outgoing = request(service.baseUrl + path, options, (response) => {
          response.pause().on("error", () => {});
          resolve(response);
        });
        requests.push(outgoing.on("error", reject));
        outgoing.end(body);
      });

    it("keeps none of them in memory", async () => {
      const before = service.residentMiB();
      const responses = await Promise.all(Array.from({ length: UNREAD }, unread));
      const statuses = responses.map(({ statusCode }) => statusCode);
      // An account's large requests have a common memory limit; further requests wait, and then get 503.
      const refused = body === undefined ? [] : [503];
      expect([200, ...refused]).toEqual(expect.arrayContaining(statuses));
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(UNREAD / 3);
      // A request of 1 MB stays in memory until its response; a response of 7 MiB does not.
      expect(service.residentMiB() - before).toBeLessThan(150);
      expect((await send("GET", "/messages?limit=1")).status).toBe(200);
      expect((await fetch(`${service.baseUrl}/healthz`)).status).toBe(200);
    });
  });
});
