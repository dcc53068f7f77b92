import { randomUUID } from "node:crypto";
import request from "supertest";
import { expressApp } from "../../src/http/express-app";
import { FairSemaphore } from "../../src/platform/concurrency/fair-semaphore";
import { rateLimited } from "../../src/platform/problem";
import { DAY, HOUR, MINUTE, toTimestamp } from "../../src/platform/time";
import { apiKeyPeriodicJobs } from "../../src/features/api-keys/api-keys.jobs";
import { sessionRouter } from "../../src/web/console/session.routes";
import { databases } from "../support/databases";
import { testService } from "../support/service";

const OWN = { "X-Recado-Console": "1", "Sec-Fetch-Site": "same-origin" };

describe.each(databases)("console sessions on %s", (database) => {
  const service = testService(database);
  const signInWith = (key: string, headers: Record<string, string> = OWN) =>
    request(service.express).post("/console/session").set(headers).set("X-API-Key", key);
  /** Returns the session cookie as a browser sends it. */
  const cookieOf = (reply: request.Response) =>
    String((reply.headers["set-cookie"] as unknown as string[])[0]).split(";")[0] ?? "";
  const signedIn = async (key = service.key) => cookieOf(await signInWith(key).expect(201));
  const messagesWith = (cookie: string, headers: Record<string, string> = OWN) =>
    request(service.express).get("/v3/messages").set(headers).set("Cookie", cookie);

  it("authenticates as the key that signed in", async () => {
    const reply = await signInWith(service.key).expect(201);
    expect(reply.headers["cache-control"]).toBe("no-store");
    expect(reply.headers["set-cookie"]).toEqual([
      expect.stringMatching(
        /^recado_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
      ) as string,
    ]);
    expect(reply.body).toMatchObject({
      account: { id: service.accountId },
      key: { prefix: service.key.slice(0, 11) },
      ends_at: toTimestamp(service.clock.now() + 12 * HOUR),
    });
    expect(JSON.stringify(reply.body)).not.toContain(service.key);
    await messagesWith(cookieOf(reply)).expect(200);
    const shown = await request(service.express)
      .get("/console/session")
      .set(OWN)
      .set("Cookie", cookieOf(reply));
    expect(shown.body).toEqual(reply.body);
  });

  it("grants exactly the scopes of its key", async () => {
    const cookie = await signedIn(await service.keyWith(service.accountId, ["contacts:read"]));
    const refused = await messagesWith(cookie).expect(403);
    expect(refused.body).toMatchObject({ error: { code: "forbidden" } });
    await request(service.express).get("/v3/contacts").set(OWN).set("Cookie", cookie).expect(200);
  });

  it("stores only the hash of its token", async () => {
    const token = (await signedIn()).split("=")[1] ?? "";
    const rows: unknown[] = await service.db("console_sessions").select();
    expect(token).toHaveLength(43);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it.each([
    ["without the console's header", { "Sec-Fetch-Site": "same-origin" }],
    ["with another value of the console's header", { ...OWN, "X-Recado-Console": "yes" }],
    ["from another site", { ...OWN, "Sec-Fetch-Site": "cross-site" }],
    ["from a sibling site", { ...OWN, "Sec-Fetch-Site": "same-site" }],
    ["from another origin", { "X-Recado-Console": "1", Origin: "https://evil.example" }],
    ["from a page without an origin", { "X-Recado-Console": "1", Origin: "null" }],
  ])("rejects a request %s", async (_case, headers) => {
    const cookie = await signedIn();
    await messagesWith(cookie, headers).expect(401);
    await signInWith(service.key, headers).expect(403);
    await request(service.express).delete("/console/session").set(headers).set("Cookie", cookie).expect(403);
    await messagesWith(cookie).expect(200);
  });

  it("accepts a same-origin request from a browser without Sec-Fetch-Site", async () => {
    const cookie = await signedIn();
    const headers = { "X-Recado-Console": "1", Host: "recado.example", Origin: "http://recado.example" };
    await messagesWith(cookie, headers).expect(200);
  });

  it("uses the request's API key instead of the session", async () => {
    const cookie = await signedIn();
    const other = await service.keyWith(service.accountId, ["files:read"]);
    await messagesWith(cookie).set("X-API-Key", other).expect(403);
    await messagesWith(cookie).set("X-API-Key", "st_wrong").expect(401);
  });

  it("rejects requests of a page that was opened with another key, and is not extended by them", async () => {
    const cookie = await signedIn();
    const shown = await request(service.express).get("/console/session").set(OWN).set("Cookie", cookie);
    const { id } = (shown.body as { key: { id: string } }).key;
    service.clock.advance(12 * HOUR - 1);
    const refused = await messagesWith(cookie, { ...OWN, "X-Recado-Key-Id": randomUUID() }).expect(401);
    expect(refused.body).toMatchObject({
      error: { code: "unauthorized", message: "The session belongs to another key: reload the page" },
    });
    service.clock.advance(1);
    await messagesWith(cookie, { ...OWN, "X-Recado-Key-Id": id }).expect(401);
    await messagesWith(await signedIn(), { ...OWN, "X-Recado-Key-Id": id }).expect(200);
  });

  it("ends at sign-out, but not at the sign-out of a page that was opened with another key", async () => {
    const cookie = await signedIn();
    const other = { ...OWN, "X-Recado-Key-Id": randomUUID() };
    await request(service.express).delete("/console/session").set(other).set("Cookie", cookie).expect(401);
    await messagesWith(cookie).expect(200);
    const reply = await request(service.express)
      .delete("/console/session")
      .set(OWN)
      .set("Cookie", cookie)
      .expect(204);
    expect(cookieOf(reply)).toBe("recado_session=");
    await messagesWith(cookie).expect(401);
    await request(service.express).get("/console/session").set(OWN).set("Cookie", cookie).expect(204);

    const ended = await signedIn();
    service.clock.advance(12 * HOUR);
    await request(service.express).delete("/console/session").set(other).set("Cookie", ended).expect(204);
  });

  it("ends when its key is revoked", async () => {
    const key = await service.keyWith(service.accountId, ["messages:read"]);
    const cookie = await signedIn(key);
    const { id } = await service
      .db("api_keys")
      .where({ prefix: key.slice(0, 11) })
      .first<{ id: string }>();
    await service.request.delete(`/v3/api-keys/${id}`).expect(204);
    const refused = await messagesWith(cookie).expect(401);
    expect(refused.body).toMatchObject({ error: { code: "unauthorized" } });
  });

  it("expires after 12 hours without a request, and after 7 days in any case", async () => {
    const cookie = await signedIn();
    service.clock.advance(12 * HOUR - 1);
    await messagesWith(cookie).expect(200);
    service.clock.advance(12 * HOUR - 1);
    await messagesWith(cookie).expect(200);
    service.clock.advance(12 * HOUR);
    await messagesWith(cookie).expect(401);

    const busy = await signedIn();
    for (let hours = 0; hours < 7 * 24 - 10; hours += 10) {
      service.clock.advance(10 * HOUR);
      await messagesWith(busy).expect(200);
    }
    service.clock.advance(10 * HOUR);
    await messagesWith(busy).expect(401);
  });

  it("is not extended by the requests of a page that its user has left", async () => {
    const cookie = await signedIn();
    service.clock.advance(12 * HOUR - 1);
    const away = { ...OWN, "X-Recado-Away": "1" };
    await messagesWith(cookie, away).expect(200);
    await request(service.express).get("/console/session").set(away).set("Cookie", cookie).expect(200);
    service.clock.advance(1);
    await messagesWith(cookie).expect(401);
  });

  it("is deleted after its expiry", async () => {
    await signedIn();
    service.clock.advance(DAY);
    const cookie = await signedIn();
    for (const job of apiKeyPeriodicJobs(service.app)) await job.run();
    expect(await service.db("console_sessions").select()).toHaveLength(1);
    await messagesWith(cookie).expect(200);
  });

  it("counts sign-ins against the account's rate limit, but not requests for the session", async () => {
    const { accountId, key } = await service.account("limited", { rateLimit: 2 });
    const cookie = await signedIn(key);
    const last = await signInWith(key).expect(201);
    expect(last.headers).toMatchObject({ "ratelimit-limit": "2", "ratelimit-remaining": "0" });
    const refused = await signInWith(key).expect(429);
    expect(refused.body).toMatchObject({ error: { code: "rate_limited" } });
    expect(refused.headers["retry-after"]).toBe(refused.headers["ratelimit-reset"]);
    expect(await service.db("console_sessions").where({ account_id: accountId })).toHaveLength(2);
    await messagesWith(cookie).expect(429);
    await request(service.express).get("/console/session").set(OWN).set("Cookie", cookie).expect(200);
    service.clock.advance(MINUTE);
    await signInWith(key).expect(201);
  });

  it("counts among the concurrent requests of the account", async () => {
    const cookie = await signedIn();
    const refusal = () => rateLimited("Too many concurrent requests");
    const requests = new FairSemaphore({ total: Infinity, perGroup: 1, waiting: 0, refusal });
    const counter = { count: async (_account: string, windowStart: number) => ({ used: 1, windowStart }) };
    const router = sessionRouter({ ...service.app, counter, concurrency: { requests } });
    const app = expressApp({
      ...service.app,
      trustedProxies: 0,
      operations: null,
      api: null,
      extras: [router],
    });
    const signIn = () => request(app).post("/console/session").set(OWN).set("X-API-Key", service.key);
    const show = () => request(app).get("/console/session").set(OWN).set("Cookie", cookie);
    const other = await requests.acquire(service.accountId);
    await signIn().expect(429);
    await show().expect(429);
    other.release();
    await signIn().expect(201);
    await show().expect(200);
  });

  it("requires a valid key in X-API-Key, and allows no other methods", async () => {
    await signInWith(`st_${"0".repeat(64)}`).expect(401);
    await request(service.express).post("/console/session").set(OWN).expect(401);
    await request(service.express)
      .post("/console/session")
      .set(OWN)
      .set("Authorization", `Bearer ${service.key}`)
      .expect(401);
    const reply = await request(service.express).put("/console/session").set(OWN).expect(405);
    expect(reply.headers.allow).toBe("GET, HEAD, POST, DELETE");
  });
});

describe("sign-in with wrong keys", () => {
  const service = testService("SQLite", { env: { RECADO_TRUSTED_PROXIES: "1" } });
  const signInFrom = (address: string, key: string) =>
    request(service.express)
      .post("/console/session")
      .set({ ...OWN, "X-Forwarded-For": address })
      .set("X-API-Key", key);
  const wrong = (index: number) => `st_${String(index).padStart(64, "1")}`;

  it("returns 429 after 20 attempts from one address, where a valid key still signs in", async () => {
    for (let index = 0; index < 20; index += 1) await signInFrom("192.0.2.1", wrong(index)).expect(401);
    const refused = await signInFrom("192.0.2.1", wrong(20)).expect(429);
    expect(refused.headers["retry-after"]).toBe(String((5 * MINUTE) / 1_000));
    expect(refused.body).toMatchObject({ error: { code: "rate_limited" } });
    await signInFrom("192.0.2.1", "unreadable").expect(429);
    for (let index = 0; index < 30; index += 1) await signInFrom("192.0.2.1", service.key).expect(201);
  });

  it("counts attempts by the address that trusted proxies forward", async () => {
    for (let index = 0; index < 21; index += 1) await signInFrom("192.0.2.2", wrong(index));
    await signInFrom("192.0.2.2", wrong(0)).expect(429);
    await signInFrom("192.0.2.3", wrong(0)).expect(401);
    // An entry from the client precedes the proxy's entry and is not trusted.
    await signInFrom("192.0.2.4, 192.0.2.2", wrong(0)).expect(429);
  });

  it("forgets attempts after five minutes", async () => {
    for (let index = 0; index < 21; index += 1) await signInFrom("192.0.2.5", wrong(index));
    service.clock.advance(5 * MINUTE - 1);
    await signInFrom("192.0.2.5", wrong(0)).expect(429);
    service.clock.advance(1);
    await signInFrom("192.0.2.5", wrong(0)).expect(401);
  });
});
