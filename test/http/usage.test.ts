import type { components } from "../../generated/schema";
import { DAY, HOUR } from "../../src/platform/time";
import { testAccount } from "../support/accounts";
import { Campaigns } from "../support/campaigns";
import { noon } from "../support/clock";
import { databases } from "../support/databases";
import { expandAll } from "../support/expansion";
import { expectTrueCounts, rollUpCounts } from "../support/recount";
import { testService } from "../support/service";

type Row = components["schemas"]["UsageRow"];

const text = (value: string) => ({ type: "text", text: value });

describe.each(databases)("usage on %s", (database) => {
  const service = testService(database);
  const campaigns = new Campaigns(service);
  const made: Record<string, string> = {};

  const usage = async (query = "", request = service.request): Promise<Row[]> => {
    const response = await request.get(`/v3/usage?${query}`);
    expect({ status: response.status, body: response.body as unknown }).toMatchObject({ status: 200 });
    return (response.body as { data: Row[] }).data;
  };
  const send = (body: object) => service.request.post("/v3/messages").send(body).expect(202);
  const days = async (query: string) => (await usage(query)).map(({ day, total }) => [day, total]);

  // Messages on 29, 30 and 31 January from noon on, and one at the beginning of 1 February.
  beforeAll(async () => {
    service.clock.set(noon - 2 * DAY);
    const template = (made.template = await campaigns.template("Oi {{name}}"));
    await send({
      template_id: template,
      recipients: ["0001", "0002", "1234"].map((end) => ({ to: `1198765${end}`, variables: { name: "A" } })),
    });
    await service.drain();
    service.clock.advance(DAY);
    await send({
      channel: "rcs",
      content: text("Oi"),
      recipients: [{ to: "11987650004" }, { to: "11987651234" }],
    });
    await send({ channel: "sms", content: text("x".repeat(200)), recipients: [{ to: "11987651234" }] });
    await service.drain();
    service.clock.set(noon);
    await service.contact({ phone: "+5511987652222", suppressedOn: ["sms"] });
    const list = await campaigns.list([
      { phone: "+5511987651234", name: "Ana" },
      { phone: "+5511987651235" },
      { phone: "+5511987652222", name: "Bloqueada" },
    ]);
    made.campaign = await campaigns.launched({ list, template });
    await service.drain();
    // A millisecond before midnight in UTC, and at midnight.
    service.clock.set(noon + 12 * HOUR - 1);
    await send({ channel: "sms", content: text("x"), recipients: [{ to: "11987651234" }] });
    service.clock.set(noon + 12 * HOUR);
    await send({ channel: "sms", content: text("x"), recipients: [{ to: "11987651234" }] });
    const other = await service.account("another");
    const body = { channel: "sms", content: text("x"), recipients: [{ to: "11987651234" }] };
    await other.request.post("/v3/messages").send(body).expect(202);
  });

  describe.each(["as changes", "folded"])("with counts %s", (counts) => {
    beforeAll(async () => {
      if (counts === "folded") while (await rollUpCounts(service.db, service.accountId)) continue;
    });

    it("is grouped by UTC day of creation by default", async () => {
      const byDay = [
        ["2026-01-29", 3],
        ["2026-01-30", 3],
        ["2026-01-31", 4],
        ["2026-02-01", 1],
      ];
      expect(await days("")).toEqual(byDay);
      expect(await days("group_by=day")).toEqual(byDay);
      expect((await usage())[0]).toEqual({
        day: "2026-01-29",
        total: 3,
        pending: 0,
        blocked: 0,
        error: 0,
        sent: 0,
        delivered: 1,
        read: 0,
        undelivered: 1,
        failed: 1,
        expired: 0,
        canceled: 0,
        price: 160_000,
      });
    });

    it("is grouped by hour of creation, including the hours of both bounds", async () => {
      const hours = async (query: string) =>
        (await usage(`group_by=hour&${query}`)).map(({ hour, total }) => [hour, total]);
      const all = [
        ["2026-01-29T12:00:00Z", 3],
        ["2026-01-30T12:00:00Z", 3],
        ["2026-01-31T12:00:00Z", 3],
        ["2026-01-31T23:00:00Z", 1],
        ["2026-02-01T00:00:00Z", 1],
      ];
      expect(await hours("from=2026-01-29")).toEqual(all);
      expect(await hours("from=2026-01-29&to=2026-02-01")).toEqual(all);
      expect(await hours("from=2026-01-30T12:59:59Z&to=2026-01-31T23:00:00Z")).toEqual(all.slice(1, 4));
      expect(await hours("from=2026-01-30T13:00:00Z&to=2026-01-31T22:59:59Z")).toEqual(all.slice(2, 3));
      expect(await hours("from=2026-01-31T20:00:00-03:00")).toEqual(all.slice(3));
      expect(await hours("from=2026-01-29&channel=rcs")).toEqual([["2026-01-30T12:00:00Z", 2]]);
      expect((await usage("group_by=hour&from=2026-01-29"))[0]).toEqual({
        hour: "2026-01-29T12:00:00Z",
        total: 3,
        pending: 0,
        blocked: 0,
        error: 0,
        sent: 0,
        delivered: 1,
        read: 0,
        undelivered: 1,
        failed: 1,
        expired: 0,
        canceled: 0,
        price: 160_000,
      });
    });

    it.each(["day", "hour", "channel", "campaign", "template"])(
      "filters by channel when grouped by %s",
      async (group) => {
        const rows = await usage(`group_by=${group}&from=2026-01-29&channel=rcs`);
        expect(rows.map(({ total, read }) => [total, read])).toEqual([[2, 1]]);
        const both = await usage(`group_by=${group}&from=2026-01-29&channel=rcs&channel=sms`);
        expect(both).toEqual(await usage(`group_by=${group}&from=2026-01-29`));
      },
    );

    it("is grouped by channel", async () => {
      const [rcs, sms, ...none] = await usage("group_by=channel");
      expect(none).toEqual([]);
      expect(rcs).toMatchObject({ channel: "rcs", total: 2, delivered: 1, read: 1 });
      // Two segments cost twice. Pending, blocked, failed and error messages cost nothing.
      expect(sms).toMatchObject({
        channel: "sms",
        total: 9,
        pending: 2,
        blocked: 1,
        error: 1,
        failed: 1,
        undelivered: 1,
        delivered: 3,
        price: 5 * 80_000,
      });
    });

    it("is grouped by campaign, with one row for messages without one", async () => {
      const rows = await usage("group_by=campaign");
      expect(rows.map(({ campaign_id, total, price }) => [campaign_id, total, price > 0])).toEqual([
        [null, 8, true],
        [made.campaign, 3, true],
      ]);
      expect(rows[1]).toMatchObject({ delivered: 1, error: 1, blocked: 1, price: 80_000 });
      const { progress } = await campaigns.read(made.campaign ?? "");
      const { waiting: _waiting, ...counts } = progress;
      expect(rows[1]).toMatchObject(counts);
    });

    it("is grouped by template, with one row for messages without one", async () => {
      const rows = await usage("group_by=template");
      expect(rows.map(({ template_id, total }) => [template_id, total])).toEqual([
        [null, 5],
        [made.template, 6],
      ]);
    });

    it("adds up to the stored messages in every grouping", async () => {
      const sums = [];
      for (const group of ["day", "channel", "campaign", "template", "hour"]) {
        const rows = await usage(`group_by=${group}&from=2026-01-29`);
        sums.push(rows.reduce((sum, row) => [(sum[0] ?? 0) + row.total, (sum[1] ?? 0) + row.price], [0, 0]));
      }
      const stored = (await service.db("messages").where({ account_id: service.accountId })) as {
        price: number;
      }[];
      const price = stored.reduce((sum, message) => sum + message.price, 0);
      expect(sums).toEqual(Array(5).fill([stored.length, price]));
      await expectTrueCounts(service.app, service.accountId);
    });

    it.each([
      ["from=2026-01-31", ["2026-01-31", "2026-02-01"]],
      ["to=2026-01-29", ["2026-01-29"]],
      ["from=2026-01-30&to=2026-01-31", ["2026-01-30", "2026-01-31"]],
      ["from=2026-01-30&to=2026-01-30", ["2026-01-30"]],
      ["from=2026-01-30T23:59:59Z&to=2026-01-31T00:00:00Z", ["2026-01-30", "2026-01-31"]],
      ["from=2026-01-31T01:00:00Z&to=2026-01-31T12:00:00Z", ["2026-01-31"]],
      ["to=2026-01-29T23:30:00.5-03:00", ["2026-01-29", "2026-01-30"]],
      [`to=2026-01-29T23:59:59.${"9".repeat(70)}Z`, ["2026-01-29"]],
      ["from=2026-02-01T01:00:00%2B02:00&to=2026-01-31", ["2026-01-31"]],
      ["from=2026-02-02", []],
      ["to=2020-02-29", []],
      ["from=0001-01-01&to=9999-12-31", ["2026-01-29", "2026-01-30", "2026-01-31", "2026-02-01"]],
    ])("returns for %s the days %j", async (query, expected) => {
      expect((await days(query)).map(([day]) => day)).toEqual(expected);
    });

    it("applies the period in every grouping", async () => {
      expect(await usage("group_by=channel&from=2026-02-01")).toMatchObject([{ channel: "sms", total: 1 }]);
      expect(await usage("group_by=campaign&to=2026-01-30")).toMatchObject([{ campaign_id: null, total: 6 }]);
      expect(await usage("group_by=template&from=2026-01-31&to=2026-01-31")).toMatchObject([
        { template_id: null, total: 1 },
        { template_id: made.template, total: 3 },
      ]);
    });
  });

  it("follows a message to its current status, with or without a roll-up of the counts", async () => {
    const { accountId, request } = await service.account("follower");
    const recipients = [{ to: "11987650003" }, { to: "11987651234" }];
    await request
      .post("/v3/messages")
      .send({ channel: "sms", content: text("x"), recipients })
      .expect(202);
    expect(await usage("", request)).toMatchObject([{ total: 2, pending: 2, price: 0 }]);
    await rollUpCounts(service.db, accountId);
    await service.drain();
    const now = [{ total: 2, pending: 0, sent: 1, delivered: 1, price: 160_000 }];
    expect(await usage("", request)).toMatchObject(now);
    await rollUpCounts(service.db, accountId);
    expect(await usage("", request)).toMatchObject(now);
    expect(await usage("group_by=campaign", request)).toMatchObject([{ campaign_id: null, ...now[0] }]);
  });

  it("keeps the rows of a campaign and a template that were deleted", async () => {
    const account = await testAccount(service);
    const own = account.campaigns;
    const template = await own.template();
    const id = await own.launched({ list: await own.list(1), template });
    await expandAll(service.app);
    await own.does("stop", id);
    await own.does("schedule", id);
    await own.does("cancel", id);
    await own.does("delete", id);
    await account.request.delete(`/v3/templates/${template}`).expect(204);
    await service.drain();
    const row = { total: 1, expired: 1, price: 0 };
    expect(await usage("group_by=campaign", account.request)).toMatchObject([{ campaign_id: id, ...row }]);
    expect(await usage("group_by=template", account.request)).toMatchObject([
      { template_id: template, ...row },
    ]);
  });

  it("is empty for an account without messages", async () => {
    const { request } = await service.account("quiet");
    for (const group of ["day", "channel", "campaign", "template", "hour"]) {
      expect(await usage(`group_by=${group}&from=2026-01-29`, request)).toEqual([]);
    }
  });

  it.each([
    "from=2026-02-01&to=2026-01-31",
    "from=2026-02-01T00:00:00Z&to=2026-01-31T23:59:59Z",
    "from=2026-02-30",
    "from=2026-13-01",
    "to=yesterday",
    "to=2026-1-1",
    "from=",
    "to=20260131",
    "from=2026-01-31T25:00:00Z",
    "from=2026-01-31T12:00:00",
    "from=2026-01-30&from=2026-01-31",
    "group_by=minute",
    "group_by=",
    "limit=10",
    "channel=fax",
  ])("is rejected with %s", async (query) => {
    const response = await service.request.get(`/v3/usage?${query}`);
    expect([response.status, (response.body as { error: { code: string } }).error.code]).toEqual([
      400,
      "validation_failed",
    ]);
  });

  it.each([
    ["from=2026-01-24&to=2026-01-31", "must be in one of the 168 hours up to the hour of `to`"],
    [
      "from=2026-01-25T00:30:00Z&to=2026-02-01T00:00:00Z",
      "must be in one of the 168 hours up to the hour of `to`",
    ],
    ["from=2026-01-24", "must be in one of the 168 hours up to the current hour"],
  ])("is rejected by hour with %j", async (query, message) => {
    const response = await service.request.get(`/v3/usage?group_by=hour&${query}`).expect(400);
    expect(response.body).toMatchObject({
      error: { code: "validation_failed", fields: [{ field: "from", message }] },
    });
  });

  it("covers up to 168 hours", async () => {
    const hours = await usage("group_by=hour&from=2026-01-25&to=2026-01-31");
    expect(hours.map(({ total }) => total)).toEqual([3, 3, 3, 1]);
    expect(await usage("group_by=hour&to=2026-01-31")).toEqual(hours);
    const now = new Date(service.clock.now()).toISOString();
    expect(await usage("group_by=hour")).toEqual(await usage(`group_by=hour&to=${now}`));
    expect(await usage("group_by=hour&to=2026-02-05T11:59:59Z")).toEqual(
      await usage("group_by=hour&from=2026-01-29T12:00:00Z&to=2026-02-05T11:59:59Z"),
    );
    expect((await usage("group_by=hour&to=2026-02-05T12:00:00Z")).map(({ total }) => total)).toEqual([
      3, 3, 1, 1,
    ]);
  });

  it.each([
    ["2026-01-31", "2026-01-30"],
    ["2026-01-31T12:00:01Z", "2026-01-31T12:00:00Z"],
    ["2026-02-01", "2026-01-31T23:59:59Z"],
    ["2026-02-01T00:00:00Z", "2026-01-31"],
    ["2026-01-31T09:00:00-03:00", "2026-01-31T11:59:59Z"],
  ])("is rejected from %s to the earlier %s", async (from, to) => {
    const response = await service.request.get("/v3/usage").query({ from, to }).expect(400);
    expect(response.body).toMatchObject({
      error: { code: "validation_failed", fields: [{ field: "from", message: "must not be after to" }] },
    });
  });

  it.each([
    ["2026-01-31", "2026-01-31"],
    ["2026-01-31T12:00:00.9Z", "2026-01-31T12:00:00.1Z"],
    ["2026-01-31T23:59:59Z", "2026-01-31"],
    ["2026-01-31", "2026-01-31T00:00:00Z"],
  ])("accepts the period from %s to %s", async (from, to) => {
    await service.request.get("/v3/usage").query({ from, to }).expect(200);
  });
});
