import { testAccount } from "../support/accounts";
import { Listeners } from "../support/listeners";
import { databases } from "../support/databases";
import { testService } from "../support/service";

const PATH = "/v3/sending-rules";

const NO_RULE = {
  windows: [],
  time_zone: "recipient",
  holidays: null,
  closed_dates: [],
  max_per_recipient: null,
  min_interval_seconds: null,
  require_consent: false,
  outside: "wait",
};

const RULE = {
  windows: [{ days: ["fri", "mon", "sat", "sun"], from: "20:00", to: "24:00" }],
  time_zone: "America/Manaus",
  holidays: "br",
  closed_dates: ["2026-12-24", "2026-12-31"],
  max_per_recipient: { messages: 2, days: 30 },
  min_interval_seconds: 3600,
  require_consent: true,
  outside: "block",
};

describe.each(databases)("sending rules on %s", (database) => {
  const service = testService(database);
  const newAccount = () => testAccount(service);
  const now = () => new Date(service.clock.now()).toISOString().replace(/\.\d+/, "");

  it("returns a rule without restriction for each purpose of a new account", async () => {
    const { request } = await newAccount();
    expect((await request.get(PATH).expect(200)).body).toEqual({
      data: ["otp", "transactional", "marketing"].map((purpose) => ({
        purpose,
        ...NO_RULE,
        updated_at: null,
      })),
    });
  });

  it("replaces the rule of one purpose in one account, and deletes it", async () => {
    const [{ request }, other] = [await newAccount(), await newAccount()];
    const set = { purpose: "marketing", ...RULE, updated_at: now() };
    const none = { purpose: "marketing", ...NO_RULE, updated_at: null };
    expect((await request.put(`${PATH}/marketing`).send(RULE).expect(200)).body).toEqual(set);
    expect((await request.get(`${PATH}/marketing`).expect(200)).body).toEqual(set);
    expect((await request.get(`${PATH}/otp`).expect(200)).body).toEqual({ ...none, purpose: "otp" });
    expect((await other.request.get(`${PATH}/marketing`).expect(200)).body).toEqual(none);
    await request.put(`${PATH}/otp`).send({ min_interval_seconds: 30 }).expect(200);
    await request.delete(`${PATH}/marketing`).expect(204);
    expect((await request.get(`${PATH}/marketing`).expect(200)).body).toEqual(none);
    expect((await request.get(`${PATH}/otp`).expect(200)).body).toMatchObject({ min_interval_seconds: 30 });
  });

  it("restricts nothing by a field that is not given", async () => {
    const { request } = await newAccount();
    await request.put(`${PATH}/transactional`).send(RULE).expect(200);
    const { body } = await request.put(`${PATH}/transactional`).send({ outside: "block" }).expect(200);
    expect(body).toMatchObject({ ...NO_RULE, outside: "block" });
  });

  it("fills in the preset for marketing in Brazil", async () => {
    const { request } = await newAccount();
    const { body } = await request.put(`${PATH}/marketing`).send({ preset: "br-marketing" }).expect(200);
    expect(body).toEqual({
      purpose: "marketing",
      ...NO_RULE,
      updated_at: now(),
      windows: [
        { days: ["mon", "tue", "wed", "thu", "fri"], from: "08:00", to: "18:00" },
        { days: ["sat"], from: "09:00", to: "13:00" },
      ],
      holidays: "br",
      max_per_recipient: { messages: 7, days: 7 },
    });
  });

  it("returns closed dates sorted", async () => {
    const { request } = await newAccount();
    const closed_dates = ["2027-01-02", "2026-12-24"];
    const { body } = await request.put(`${PATH}/marketing`).send({ closed_dates }).expect(200);
    expect(body.closed_dates).toEqual(["2026-12-24", "2027-01-02"]);
  });

  it.each([
    [{ preset: "br-marketing", outside: "block" }, "outside"],
    [{ windows: [{ days: ["mon"], from: "18:00", to: "08:00" }] }, "windows[0].to"],
    [{ windows: [{ days: ["mon"], from: "08:00", to: "08:00" }] }, "windows[0].to"],
    [{ time_zone: "America/Atlantis" }, "time_zone"],
  ])("refuses %j with 422, names the field and changes nothing", async (body, field) => {
    const { request } = await newAccount();
    const refused = await request.put(`${PATH}/marketing`).send(body);
    expect({ status: refused.status, fields: refused.body.error.fields }).toEqual({
      status: 422,
      fields: [{ field, message: expect.any(String) }],
    });
    expect((await request.get(`${PATH}/marketing`).expect(200)).body.updated_at).toBeNull();
  });

  it.each([
    [{ windows: [{ days: ["mon"], from: "24:00", to: "24:00" }] }, "windows[0].from"],
    [{ windows: Array(21).fill({ days: ["mon"], from: "08:00", to: "18:00" }) }, "windows"],
    [{ max_per_recipient: { messages: 1, days: 91 } }, "max_per_recipient.days"],
    [{ min_interval_seconds: 0 }, "min_interval_seconds"],
    [{ closed_dates: ["2026-02-28", "2027-02-29"] }, "closed_dates[1]"],
  ])("refuses %j with 400 and names the field", async (body, field) => {
    const refused = await service.request.put(`${PATH}/marketing`).send(body);
    expect(refused.status).toBe(400);
    expect(refused.body.error.fields.map((one: { field: string }) => one.field)).toEqual([field]);
  });

  it("names null among the values that a field accepts", async () => {
    for (const [body, message] of [
      [{ holidays: "us" }, "must be equal to one of the allowed values: br, null"],
      [{ max_per_recipient: 7 }, "must be object or must be null"],
    ] as const) {
      const refused = await service.request.put(`${PATH}/marketing`).send(body).expect(400);
      expect(refused.body.error.fields).toEqual([{ field: Object.keys(body)[0], message }]);
    }
  });

  it("returns 412 unless If-Match has the tag of the current rule", async () => {
    const { request } = await newAccount();
    const former = (await request.get(`${PATH}/marketing`).expect(200)).headers.etag as string;
    const set = await request.put(`${PATH}/marketing`).set("If-Match", former).send(RULE).expect(200);
    await request.put(`${PATH}/marketing`).set("If-Match", former).send({ outside: "wait" }).expect(412);
    await request.delete(`${PATH}/marketing`).set("If-Match", former).expect(412);
    await request
      .delete(`${PATH}/marketing`)
      .set("If-Match", set.headers.etag as string)
      .expect(204);
  });

  it("reports why a message is blocked, in its event", async () => {
    const listeners = new Listeners(service);
    const { endpoint, request } = await listeners.account(["message_update"]);
    const send = () =>
      request
        .post("/v3/messages")
        .send({
          channel: "sms",
          content: { type: "text", text: "Oi" },
          recipients: [{ to: "+5511987654321" }],
        })
        .expect(202);
    const rule = (fields: object) => request.put(`${PATH}/transactional`).send(fields).expect(200);
    await rule({ require_consent: true });
    await send();
    const date = (days: number) =>
      new Date(service.clock.now() + days * 86_400_000).toISOString().slice(0, 10);
    await rule({ closed_dates: [date(-1), date(0), date(1)], outside: "block" });
    await send();
    await rule({ min_interval_seconds: 3600 });
    await send();
    await service.drainAfter(1_000);
    await send();
    await service.drainAfter(1_000);
    const events = endpoint.receivedOf("message_update").map(({ data }) => [data.status, data.block_reason]);
    await listeners.close();
    expect(events.filter(([status]) => status === "blocked").map(([, reason]) => reason)).toEqual([
      ...["no_consent", "outside_window", "frequency"],
    ]);
    expect(events.filter(([status, reason]) => status !== "blocked" && reason !== null)).toEqual([]);
  });
});
