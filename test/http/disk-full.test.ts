import { databases, type TestDatabase } from "../support/databases";
import { testService, type TestService } from "../support/service";
import { until } from "../support/until";

describe("a service on SQLite with a full disk", () => {
  const service = testService("SQLite");
  const pragma = async (sql: string) =>
    Object.values(((await service.db.raw(`pragma ${sql}`)) as [Record<string, number>])[0])[0];
  let made = 0;
  const addContact = () => {
    const phone = `+55119876${String(10_000 + made++).slice(-5)}`;
    const attributes = { note: "x".repeat(1_000) };
    return service.request.post("/v3/contacts").send({ phone, attributes });
  };

  it("returns 503 with Retry-After for writes, serves reads, is not ready, and recovers", async () => {
    await addContact().expect(201);
    const ready = async () => (await service.anonymous.get("/readyz")).status;
    await until("it is ready", 10, async () => (await ready()) === 200);

    await pragma(`max_page_count = ${await pragma("page_count")}`);
    let response = await addContact();
    while (response.status === 201) response = await addContact();
    expect([response.status, response.body.error.code]).toEqual([503, "service_unavailable"]);
    expect(response.headers["retry-after"]).toBe("5");

    const { body: page } = await service.request.get("/v3/contacts?limit=1").expect(200);
    await until("it is not ready", 10, async () => (await ready()) === 503);
    expect((await service.anonymous.get("/healthz")).status).toBe(200);

    await pragma("max_page_count = 1000000");
    await addContact().expect(201);
    await until("it is ready again", 20, async () => (await ready()) === 200);
    const { body: after } = await service.request.get("/v3/contacts?limit=1").expect(200);
    expect(after.pagination.total).toBe(page.pagination.total + 1);
  });
});

describe.each(databases)("a request on %s when the last use of its key cannot be recorded", (kind) => {
  const service = testService(kind);

  it("succeeds", async () => {
    const key = await service.keyWith(service.accountId, ["contacts:read"]);
    await refuseUpdates(kind, service);
    await service.agent(key).get("/v3/contacts").expect(200);
    const row = (await service
      .db("api_keys")
      .where({ prefix: key.slice(0, 11) })
      .first()) as object;
    expect(row).toMatchObject({ last_used_at: null });
  });
});

/** Makes every update of `api_keys` fail. */
async function refuseUpdates(kind: TestDatabase, { db }: TestService): Promise<void> {
  if (kind === "SQLite") {
    await db.raw("create trigger fixed before update on api_keys begin select raise(abort, 'fixed'); end");
  } else {
    await db.raw(
      "create function fixed() returns trigger language plpgsql as $$ begin raise exception 'fixed'; end $$",
    );
    await db.raw("create trigger fixed before update on api_keys for each row execute function fixed()");
  }
}
