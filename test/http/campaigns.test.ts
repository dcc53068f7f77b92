import { MINUTE, SECOND, toTimestamp } from "../../src/platform/time";
import { type Campaign, Campaigns } from "../support/campaigns";
import { databases } from "../support/databases";
import { testService } from "../support/service";

describe.each(databases)("campaigns on %s", (database) => {
  const service = testService(database);
  const campaigns = new Campaigns(service);

  const post = async (body: object) => {
    const response = await service.request.post("/v3/campaigns").send(body);
    return { status: response.status, body: response.body as Campaign & { error: { code: string } } };
  };
  const refused = async (body: object) => {
    const { status, body: response } = await post(body);
    return [status, response.error.code];
  };
  const names = async (query: string, request = service.request) => {
    const response = await request.get(`/v3/campaigns?${query}`);
    expect({ status: response.status, body: response.body as unknown }).toMatchObject({ status: 200 });
    const { data, pagination } = response.body as { data: Campaign[]; pagination: { total: number } };
    expect(pagination.total).toBeGreaterThanOrEqual(data.length);
    return data.map(({ name }) => name);
  };

  describe("creation", () => {
    it("takes the channel of the template and trims the name", async () => {
      const [template_id, list_id] = [
        await campaigns.template("Oi", { channel: "rcs" }),
        await campaigns.list(),
      ];
      const { status, body } = await post({ name: "  Natal  ", template_id, list_id });
      expect(status).toBe(201);
      expect(body).toMatchObject({ name: "Natal", template_id, list_id, channel: "rcs", status: "draft" });
      expect(body.created_at).toBe(toTimestamp(service.clock.now()));
      expect(await campaigns.read(body.id)).toEqual(body);
    });

    it("requires a template and a list of the account", async () => {
      const other = new Campaigns(service, await service.account("neighbour"));
      const [template, list] = [await campaigns.template(), await campaigns.list()];
      const absent = service.app.ids.next();
      for (const [template_id, list_id] of [
        [absent, list],
        [template, absent],
        [await other.template(), list],
        [template, await other.list()],
      ]) {
        expect(await refused({ name: campaigns.name(), template_id, list_id })).toEqual([404, "not_found"]);
      }
    });

    it("rejects a deleted list and a deleted template", async () => {
      const [template_id, list_id] = [await campaigns.template(), await campaigns.list()];
      await service.request.delete(`/v3/contact-lists/${list_id}`).expect(204);
      expect(await refused({ name: campaigns.name(), template_id, list_id })).toEqual([404, "not_found"]);
      await service.request.delete(`/v3/templates/${template_id}`).expect(204);
      const list = await campaigns.list();
      expect(await refused({ name: campaigns.name(), template_id, list_id: list })).toEqual([
        404,
        "not_found",
      ]);
    });

    it("rejects blacklists, including the provisioned one", async () => {
      const template_id = await campaigns.template();
      const blacklists = await service.request.get("/v3/contact-lists?type=blacklist").expect(200);
      const made = await service.request
        .post("/v3/contact-lists")
        .send({ name: "Sem canais", type: "blacklist" })
        .expect(201);
      const ids = [...(blacklists.body as { data: { id: string }[] }).data, made.body as { id: string }];
      expect(ids.length).toBeGreaterThan(1);
      for (const { id } of ids) {
        expect(await refused({ name: campaigns.name(), template_id, list_id: id })).toEqual([
          422,
          "unprocessable_entity",
        ]);
      }
    });
  });

  describe("a PATCH", () => {
    it("renames the campaign and updates updated_at", async () => {
      const id = await campaigns.draft();
      const before = await campaigns.read(id);
      service.clock.advance(MINUTE);
      const response = await service.request.patch(`/v3/campaigns/${id}`).send({ name: " Novo nome " });
      expect([response.status, response.body]).toEqual([
        200,
        { ...before, name: "Novo nome", updated_at: toTimestamp(service.clock.now()) },
      ]);
      expect(await names("search=novo+nome")).toEqual(["Novo nome"]);
    });
  });

  describe("the list", () => {
    const made: Record<string, string> = {};
    let mine: ReturnType<typeof service.agent>;
    let own: Campaigns;

    beforeAll(async () => {
      const account = await service.account("lister");
      [mine, own] = [account.request, new Campaigns(service, account)];
      const [sms, other, rcs] = [
        await own.template("Oi"),
        await own.template("Tchau"),
        await own.template("Oi", { channel: "rcs" }),
      ];
      Object.assign(made, { sms, other, rcs });
      const [list, second] = [await own.list(1), await own.list(1)];
      Object.assign(made, { list, second });
      const add = async (name: string, template: string, its = list) => {
        service.clock.advance(MINUTE);
        made[`${name} at`] = toTimestamp(service.clock.now());
        return own.draft({ name, template, list: its });
      };
      await add("Verão 10% off", sms);
      await own.does("schedule", await add("Verão 10x mais", other));
      await own.does("launch", await add("Inverno", rcs));
      await add("OUTONO João", sms, second);
    });

    it("shows the account's campaigns newest first, in pages", async () => {
      expect(await names("", mine)).toEqual(["OUTONO João", "Inverno", "Verão 10x mais", "Verão 10% off"]);
      const page = await mine.get("/v3/campaigns?limit=2&offset=1").expect(200);
      expect(page.body).toMatchObject({
        data: [{ name: "Inverno" }, { name: "Verão 10x mais" }],
        pagination: { total: 4, limit: 2, offset: 1, has_more: true },
      });
      const last = await mine.get("/v3/campaigns?limit=2&offset=2").expect(200);
      expect(last.body).toMatchObject({ pagination: { total: 4, has_more: false } });
    });

    it("combines values of one filter with OR, and different filters with AND", async () => {
      const by = (query: string) => names(query, mine);
      expect(await by("channel=rcs")).toEqual(["Inverno"]);
      expect(await by("channel=rcs&channel=sms")).toHaveLength(4);
      expect(await by("channel=voice")).toEqual([]);
      expect(await by("status=draft")).toEqual(["OUTONO João", "Verão 10% off"]);
      expect(await by("status=scheduled&status=running")).toEqual(["Inverno", "Verão 10x mais"]);
      expect(await by(`template_id=${made.sms}`)).toEqual(["OUTONO João", "Verão 10% off"]);
      expect(await by(`template_id=${made.other}&template_id=${made.rcs}`)).toHaveLength(2);
      expect(await by(`template_id=${made.rcs}&channel=sms`)).toEqual([]);
      expect(await by(`list_id=${made.second}`)).toEqual(["OUTONO João"]);
      expect(await by(`list_id=${made.list}&list_id=${made.second}`)).toHaveLength(4);
      expect(await by(`list_id=${made.list}&status=draft`)).toEqual(["Verão 10% off"]);
      expect(await by("search=joao")).toEqual(["OUTONO João"]);
      expect(await by("search=VERAO")).toEqual(["Verão 10x mais", "Verão 10% off"]);
      expect(await by(`search=${encodeURIComponent("10%")}`)).toEqual(["Verão 10% off"]);
      expect(await by("search=ver&status=draft")).toEqual(["Verão 10% off"]);
    });

    it("filters by creation time, bounds included, at second precision", async () => {
      const by = (query: string) => names(query, mine);
      const at = made["Inverno at"] ?? "";
      expect(await by(`created_from=${at}&created_to=${at}`)).toEqual(["Inverno"]);
      expect(await by(`created_from=${at}`)).toEqual(["OUTONO João", "Inverno"]);
      expect(await by(`created_to=${at}`)).toEqual(["Inverno", "Verão 10x mais", "Verão 10% off"]);
      const shifted = new Date(Date.parse(at) - 3 * 3_600 * SECOND).toISOString().slice(0, 19);
      const local = encodeURIComponent(`${shifted}-03:00`);
      expect(await by(`created_from=${local}&created_to=${local}`)).toEqual(["Inverno"]);
    });

    it("rejects a created_from after created_to with 400", async () => {
      const query = "created_from=2026-02-02T00:00:00Z&created_to=2026-02-01T00:00:00Z";
      const response = await service.request.get(`/v3/campaigns?${query}`);
      expect([response.status, (response.body as { error: { code: string } }).error.code]).toEqual([
        400,
        "validation_failed",
      ]);
    });

    it("finds a campaign by its created_at, even when ids run ahead of the clock", async () => {
      const ahead = service.clock.now() + 5 * SECOND;
      service.app.ids.next(ahead);
      const { created_at, name } = await campaigns.read(await campaigns.draft());
      expect(await names(`created_from=${created_at}&created_to=${created_at}`)).toContain(name);
      service.clock.set(ahead);
    });
  });

  describe("deletion", () => {
    const remove = async (id: string) => (await service.request.delete(`/v3/templates/${id}`)).status;

    it.each(["draft", "scheduled", "running", "error"] as const)(
      "rejects deleting the template of a campaign in %s",
      async (status) => {
        const id = await campaigns.inStatus(status);
        const { template_id } = await campaigns.read(id);
        const response = await service.request.delete(`/v3/templates/${template_id}`);
        expect([response.status, response.body]).toMatchObject([409, { error: { code: "conflict" } }]);
        await service.request.get(`/v3/templates/${template_id}`).expect(200);
      },
    );

    it("allows deleting a template once its campaigns are completed or deleted", async () => {
      const template = await campaigns.template();
      const completed = await campaigns.launched({ template });
      const deleted = await campaigns.draft({ template });
      expect(await remove(template)).toBe(409);
      await campaigns.does("delete", deleted);
      expect(await remove(template)).toBe(204);
      await campaigns.expect(completed, { status: "completed", template_id: template });
    });

    it("deletes a template or creates a campaign with it when both run concurrently", async () => {
      const list_id = await campaigns.list();
      for (let round = 0; round < 20; round += 1) {
        const template_id = await campaigns.template();
        const body = { name: campaigns.name(), template_id, list_id };
        const [created, removed] = await Promise.all([post(body), remove(template_id)]);
        expect(["201 409", "404 204"]).toContain(`${created.status} ${removed}`);
      }
    });

    it("allows deleting the list of a campaign, which stays readable", async () => {
      const list = await campaigns.list(1);
      const id = await campaigns.draft({ list });
      await service.request.delete(`/v3/contact-lists/${list}`).expect(204);
      await campaigns.expect(id, { status: "draft", list_id: list });
    });
  });

  it("deletes the campaign and no other", async () => {
    const [id, other] = [await campaigns.draft(), await campaigns.draft()];
    await campaigns.does("delete", id);
    await service.request.get(`/v3/campaigns/${id}`).expect(404);
    await service.request.get(`/v3/campaigns/${other}`).expect(200);
  });
});
