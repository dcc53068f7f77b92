import request from "supertest";
import { scopes } from "../../generated/server/routes";
import { hashKey } from "../../src/features/api-keys/api-key";
import { DAY, HOUR, MINUTE, toTimestamp } from "../../src/platform/time";
import { databases } from "../support/databases";
import { testService } from "../support/service";

interface KeyBody {
  id: string;
  name: string;
  scopes: string[];
  last_used_at: string | null;
  revoked_at: string | null;
  key: string;
}

interface PageBody {
  data: KeyBody[];
  pagination: { total: number; limit: number; offset: number; has_more: boolean };
}

describe.each(databases)("API keys on %s", (database) => {
  const service = testService(database);
  const create = (body: object, agent = service.request) => agent.post("/v3/api-keys").send(body);
  const created = async (body: object = {}) => {
    const reply = await create({ name: "A key", scopes: ["keys:read"], ...body }).expect(201);
    return reply.body as KeyBody;
  };
  const listed = async (query = "", agent = service.request) =>
    (await agent.get(`/v3/api-keys${query}`).expect(200)).body as PageBody;
  const ownView = async (key: KeyBody) => (await listed("?limit=1000")).data.find(({ id }) => id === key.id);
  const statusWith = async (key: string) =>
    (await request(service.express).get("/v3/api-keys").set("X-API-Key", key)).status;

  it("returns the secret at creation only, and accepts it", async () => {
    const expiresAt = service.clock.now() + DAY;
    const key = await created({ name: "  Billing  ", expires_at: toTimestamp(expiresAt) });
    expect(key).toEqual({
      id: expect.any(String) as string,
      name: "Billing",
      prefix: key.key.slice(0, 11),
      scopes: ["keys:read"],
      created_at: toTimestamp(service.clock.now()),
      last_used_at: null,
      expires_at: toTimestamp(expiresAt),
      revoked_at: null,
      key: expect.stringMatching(/^st_[0-9a-f]{64}$/) as string,
    });
    expect(await statusWith(key.key)).toBe(200);
    const { key: _secret, ...shown } = key;
    expect(await ownView(key)).toEqual({ ...shown, last_used_at: toTimestamp(service.clock.now()) });
  });

  it("stores only the hash of a key", async () => {
    const { key, id } = await created();
    const row: unknown = await service.db("api_keys").where({ id }).first();
    expect(row).toMatchObject({ hash: hashKey(key) });
    expect(JSON.stringify(row)).not.toContain(key.slice(12));
  });

  it("lists the newest first, in pages", async () => {
    const account = await service.account("pages");
    const ids: string[] = [];
    for (const name of ["one", "two", "three"]) {
      const reply = await create({ name, scopes: ["keys:read"] }, account.request).expect(201);
      ids.unshift((reply.body as KeyBody).id);
    }
    const first = await listed("?limit=2", account.request);
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(first.pagination).toEqual({ total: 4, limit: 2, offset: 0, has_more: true });
    const rest = await listed("?limit=2&offset=2", account.request);
    expect(rest.data[0]?.id).toBe(ids[2]);
    expect(rest.pagination).toEqual({ total: 4, limit: 2, offset: 2, has_more: false });
  });

  it("shows every scope by name when all are granted", async () => {
    const account = await service.account("all scopes");
    const [key] = (await listed("", account.request)).data;
    expect([...(key?.scopes ?? [])].sort()).toEqual([...scopes].sort());
  });

  it("grants every scope of the contract", async () => {
    const reply = await create({ name: "Everything", scopes }).expect(201);
    expect([...(reply.body as { scopes: string[] }).scopes].sort()).toEqual([...scopes].sort());
  });

  it("grants a new key only scopes that the creating key holds", async () => {
    const weak = service.agent(await service.keyWith(service.accountId, ["keys:write", "files:read"]));
    await create({ name: "Same", scopes: ["files:read"] }, weak).expect(201);
    const reply = await create(
      { name: "More", scopes: ["files:read", "messages:send", "keys:read"] },
      weak,
    ).expect(403);
    const { error } = reply.body as { error: { code: string; message: string } };
    expect(error.code).toBe("forbidden");
    expect(error.message).toContain("messages:send, keys:read");
    expect(error.message).not.toContain("files:read");
  });

  describe("created by an expiring key", () => {
    const expiringKey = async () => {
      const account = await service.account(`ending ${(accounts += 1)}`);
      const expires_at = toTimestamp(service.clock.now() + HOUR);
      const reply = await create({ name: "E", scopes: ["keys:write"], expires_at }, account.request).expect(
        201,
      );
      return { expires_at, agent: service.agent((reply.body as KeyBody).key) };
    };
    let accounts = 0;

    it.each([
      ["without an expiry", undefined],
      ["with a later expiry", HOUR + 1_000],
    ])("rejects a key %s", async (_, life) => {
      const { agent, expires_at } = await expiringKey();
      const end = life === undefined ? {} : { expires_at: toTimestamp(service.clock.now() + life) };
      const reply = await create({ name: "Longer", scopes: ["keys:write"], ...end }, agent).expect(403);
      expect(reply.body).toMatchObject({
        error: {
          code: "forbidden",
          fields: [{ field: "expires_at", message: `is required, and must not be after ${expires_at}` }],
        },
      });
    });

    it("allows the same expiry, and returns 422 for a past one", async () => {
      const { agent, expires_at } = await expiringKey();
      await create({ name: "Same", scopes: ["keys:write"], expires_at }, agent).expect(201);
      const past = toTimestamp(service.clock.now() - HOUR);
      await create({ name: "Past", scopes: ["keys:write"], expires_at: past }, agent).expect(422);
    });
  });

  it("rejects the revocation of a key with scopes that the caller lacks", async () => {
    const strong = await created();
    const [all] = (await listed("?limit=1000")).data.filter(({ name }) => name === "test").slice(-1);
    const clerk = service.agent(await service.keyWith(service.accountId, ["keys:read", "keys:write"]));
    const refused = await clerk.delete(`/v3/api-keys/${all?.id}`).expect(403);
    expect((refused.body as { error: { code: string; message: string } }).error).toMatchObject({
      code: "forbidden",
      message: expect.stringContaining("messages:send") as string,
    });
    expect((await service.request.get("/v3/senders")).status).toBe(200);
    await clerk.delete(`/v3/api-keys/${strong.id}`).expect(204);
    expect(await statusWith(strong.key)).toBe(401);
  });

  it("rejects a revoked key", async () => {
    const key = await created();
    await service.request.delete(`/v3/api-keys/${key.id}`).expect(204, {});
    expect(await statusWith(key.key)).toBe(401);
    expect((await ownView(key))?.revoked_at).toBe(toTimestamp(service.clock.now()));
  });

  it("keeps the time of the first revocation when a key is revoked again", async () => {
    const key = await created();
    const revokedAt = toTimestamp(service.clock.now());
    await service.request.delete(`/v3/api-keys/${key.id}`).expect(204);
    service.clock.advance(HOUR);
    await service.request.delete(`/v3/api-keys/${key.id}`).expect(204);
    expect((await ownView(key))?.revoked_at).toBe(revokedAt);
  });

  it("allows a key to revoke itself", async () => {
    const secret = await service.keyWith(service.accountId, ["keys:write", "keys:read"]);
    const own = service.agent(secret);
    const [self] = (await listed("?limit=1", own)).data;
    await own.delete(`/v3/api-keys/${self?.id}`).expect(204);
    expect(await statusWith(secret)).toBe(401);
  });

  it("rejects a key from its expiry on", async () => {
    const key = await created({ expires_at: toTimestamp(service.clock.now() + HOUR) });
    service.clock.advance(HOUR - 1);
    expect(await statusWith(key.key)).toBe(200);
    service.clock.advance(1);
    expect(await statusWith(key.key)).toBe(401);
  });

  it.each([0, -HOUR])("rejects an expiry that is not in the future (%i ms from now)", async (offset) => {
    const reply = await create({
      name: "Late",
      scopes: ["keys:read"],
      expires_at: toTimestamp(service.clock.now() + offset),
    }).expect(422);
    expect(reply.body).toMatchObject({
      error: { code: "unprocessable_entity", fields: [{ field: "expires_at" }] },
    });
  });

  it("accepts an expiry with any offset, fraction and case", async () => {
    const key = await created({ expires_at: "2099-01-31t09:30:00.25-03:00" });
    expect(key).toMatchObject({ expires_at: "2099-01-31T12:30:00Z" });
  });

  it("truncates a long fraction of an expiry, up to 100 characters in all", async () => {
    const withNines = (count: number) => `2099-01-31T23:59:59.${"9".repeat(count)}-03:00`;
    expect(withNines(74)).toHaveLength(100);
    expect(await created({ expires_at: withNines(74) })).toMatchObject({
      expires_at: "2099-02-01T02:59:59Z",
    });
    const reply = await create({ name: "A key", scopes: ["keys:read"], expires_at: withNines(75) }).expect(
      400,
    );
    expect(reply.body).toMatchObject({ error: { fields: [{ field: "expires_at" }] } });
  });

  it("rejects * as a scope", async () => {
    const reply = await create({ name: "Star", scopes: ["*"] }).expect(400);
    expect(reply.body).toMatchObject({ error: { code: "validation_failed" } });
  });

  it("returns 404 for revoking an unknown id, and 400 for a malformed one", async () => {
    await service.request.delete("/v3/api-keys/0198c1d2-0000-7000-8000-000000000000").expect(404);
    await service.request.delete("/v3/api-keys/mine").expect(400);
  });

  it("records the last use at most once a minute", async () => {
    const key = await created();
    const firstUse = toTimestamp(service.clock.now());
    await statusWith(key.key);
    service.clock.advance(MINUTE - 1);
    await statusWith(key.key);
    expect((await ownView(key))?.last_used_at).toBe(firstUse);
    service.clock.advance(1);
    await statusWith(key.key);
    expect((await ownView(key))?.last_used_at).toBe(toTimestamp(service.clock.now()));
  });
});
