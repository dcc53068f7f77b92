import request from "supertest";
import { DAY, HOUR, MINUTE, toTimestamp } from "../../src/platform/time";
import { apiKeyPeriodicJobs } from "../../src/features/api-keys/api-keys.jobs";
import { databases } from "../support/databases";
import { testService } from "../support/service";

const OWN = { "X-Recado-Console": "1", "Sec-Fetch-Site": "same-origin" };

describe.each(databases)("sessions of the console on %s", (database) => {
  const service = testService(database);
  const signInWith = (key: string, headers: Record<string, string> = OWN) =>
    request(service.express).post("/console/session").set(headers).set("X-API-Key", key);
  /** The cookie as a browser sends it back. */
  const cookieOf = (reply: request.Response) =>
    String((reply.headers["set-cookie"] as unknown as string[])[0]).split(";")[0] ?? "";
  const signedIn = async (key = service.key) => cookieOf(await signInWith(key).expect(201));
  const messagesWith = (cookie: string, headers: Record<string, string> = OWN) =>
    request(service.express).get("/v3/messages").set(headers).set("Cookie", cookie);

  it("stand for the key that somebody signed in with", async () => {
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
    const told = await request(service.express)
      .get("/console/session")
      .set(OWN)
      .set("Cookie", cookieOf(reply));
    expect(told.body).toEqual(reply.body);
  });

  it("may do what their key may, and no more", async () => {
    const cookie = await signedIn(await service.keyWith(service.accountId, ["contacts:read"]));
    const refused = await messagesWith(cookie).expect(403);
    expect(refused.body).toMatchObject({ error: { code: "forbidden" } });
    await request(service.express).get("/v3/contacts").set(OWN).set("Cookie", cookie).expect(200);
  });

  it("are kept as a hash only", async () => {
    const token = (await signedIn()).split("=")[1] ?? "";
    const rows: unknown[] = await service.db("console_sessions").select();
    expect(token).toHaveLength(43);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it.each([
    ["without the console's header", { "Sec-Fetch-Site": "same-origin" }],
    ["with another value in it", { ...OWN, "X-Recado-Console": "yes" }],
    ["from another site", { ...OWN, "Sec-Fetch-Site": "cross-site" }],
    ["from a sister of the site", { ...OWN, "Sec-Fetch-Site": "same-site" }],
    ["from another origin", { "X-Recado-Console": "1", Origin: "https://evil.example" }],
    ["from a page without an origin", { "X-Recado-Console": "1", Origin: "null" }],
  ])("count for nothing %s", async (_case, headers) => {
    const cookie = await signedIn();
    await messagesWith(cookie, headers).expect(401);
    await signInWith(service.key, headers).expect(403);
    await request(service.express).delete("/console/session").set(headers).set("Cookie", cookie).expect(403);
    await messagesWith(cookie).expect(200);
  });

  it("count where an old browser tells the own origin only", async () => {
    const cookie = await signedIn();
    const headers = { "X-Recado-Console": "1", Host: "recado.example", Origin: "http://recado.example" };
    await messagesWith(cookie, headers).expect(200);
  });

  it("give way to a key that is sent along", async () => {
    const cookie = await signedIn();
    const other = await service.keyWith(service.accountId, ["files:read"]);
    await messagesWith(cookie).set("X-API-Key", other).expect(403);
    await messagesWith(cookie).set("X-API-Key", "st_wrong").expect(401);
  });

  it("end when somebody signs out", async () => {
    const cookie = await signedIn();
    const reply = await request(service.express)
      .delete("/console/session")
      .set(OWN)
      .set("Cookie", cookie)
      .expect(204);
    expect(cookieOf(reply)).toBe("recado_session=");
    await messagesWith(cookie).expect(401);
    await request(service.express).get("/console/session").set(OWN).set("Cookie", cookie).expect(204);
  });

  it("end with their key", async () => {
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

  it("last as long as they are used, 12 hours after that, and 7 days in all", async () => {
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

  it("are forgotten after their end", async () => {
    await signedIn();
    service.clock.advance(DAY);
    const cookie = await signedIn();
    for (const job of apiKeyPeriodicJobs(service.app)) await job.run();
    expect(await service.db("console_sessions").select()).toHaveLength(1);
    await messagesWith(cookie).expect(200);
  });

  it("are not for keys that are unknown, expired or absent", async () => {
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

describe("wrong keys", () => {
  const service = testService("SQLite", { env: { RECADO_TRUSTED_PROXIES: "1" } });
  const signInFrom = (address: string, key: string) =>
    request(service.express)
      .post("/console/session")
      .set({ ...OWN, "X-Forwarded-For": address })
      .set("X-API-Key", key);
  const wrong = (index: number) => `st_${String(index).padStart(64, "1")}`;

  it("are answered 429 after 20 from one address, while a right key signs in from there all the same", async () => {
    for (let index = 0; index < 20; index += 1) await signInFrom("192.0.2.1", wrong(index)).expect(401);
    const refused = await signInFrom("192.0.2.1", wrong(20)).expect(429);
    expect(refused.headers["retry-after"]).toBe(String((5 * MINUTE) / 1_000));
    expect(refused.body).toMatchObject({ error: { code: "rate_limited" } });
    await signInFrom("192.0.2.1", "unreadable").expect(429);
    for (let index = 0; index < 30; index += 1) await signInFrom("192.0.2.1", service.key).expect(201);
  });

  it("are counted by the address that trusted proxies forward", async () => {
    for (let index = 0; index < 21; index += 1) await signInFrom("192.0.2.2", wrong(index));
    await signInFrom("192.0.2.2", wrong(0)).expect(429);
    await signInFrom("192.0.2.3", wrong(0)).expect(401);
    // What a client adds by itself stands before what the proxy adds, and is not believed.
    await signInFrom("192.0.2.4, 192.0.2.2", wrong(0)).expect(429);
  });

  it("are forgotten after five minutes", async () => {
    for (let index = 0; index < 21; index += 1) await signInFrom("192.0.2.5", wrong(index));
    service.clock.advance(5 * MINUTE - 1);
    await signInFrom("192.0.2.5", wrong(0)).expect(429);
    service.clock.advance(1);
    await signInFrom("192.0.2.5", wrong(0)).expect(401);
  });
});
