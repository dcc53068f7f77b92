import contract from "../../generated/openapi.json";
import { databases } from "../support/databases";
import { defaultList, draftCampaign, newName, resourceKinds, smsTemplate } from "../support/resources";
import { testService } from "../support/service";

const ABSENT = "01a1f8d3-ea00-7b3f-8d21-5c7e9a0b4f16";
const SAVES_AT_ONCE = 8;
/** Repetitions of each concurrent case, for each kind and database. */
const ROUNDS = 2;

interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  body: { id: string; error?: { code: string; message: string; fields?: { field: string }[] } };
}

describe.each(databases)("preconditions on %s", (database) => {
  const service = testService(database);

  const send = async (
    method: "get" | "post" | "patch" | "delete" | "put",
    path: string,
    { ifMatch, body }: { ifMatch?: string; body?: object } = {},
  ): Promise<ApiResponse> => {
    const request = service.request[method](`/v3${path}`);
    if (ifMatch !== undefined) void request.set("If-Match", ifMatch);
    return (await (body === undefined ? request : request.send(body))) as unknown as ApiResponse;
  };
  const idOf = async (path: string, body: object) => {
    const response = await send("post", path, { body });
    expect(response.status).toBe(201);
    return response.body.id;
  };
  const create = async (path: string, body: object) => {
    const created = await send("post", path, { body });
    expect(created.status).toBe(201);
    return { at: `${path}/${created.body.id}`, tag: created.headers.etag ?? "" };
  };

  describe.each(resourceKinds)("for a $name", ({ name: what, path, body, change, refused }) => {
    const one = async () => create(path, await body(service));
    const end = (at: string) => send("delete", at);
    const tagAt = async (at: string) => (await send("get", at)).headers.etag ?? "";

    it("returns the ETag that the next change needs on creation, read and change", async () => {
      const { at, tag } = await one();
      expect(tag).toMatch(/^"[!#-~]{22}"$/);
      expect(await tagAt(at)).toBe(tag);
      expect(await tagAt(at)).toBe(tag);
      const changed = await send("patch", at, { ifMatch: tag, body: change() });
      expect(changed.status).toBe(200);
      expect(changed.headers.etag).not.toBe(tag);
      expect(await tagAt(at)).toBe(changed.headers.etag);
      const again = await send("patch", at, { ifMatch: changed.headers.etag, body: change() });
      expect(again.status).toBe(200);
      await end(at);
    });

    it("rejects an outdated ETag and changes nothing", async () => {
      const { at, tag } = await one();
      const saved = await send("patch", at, { body: change() });
      expect(saved.status).toBe(200);
      const late = await send("patch", at, { ifMatch: tag, body: change() });
      expect([late.status, late.body.error?.code]).toEqual([412, "precondition_failed"]);
      expect(late.body.error?.message).toMatch(/Read it again, then repeat the request/);
      expect(late.body.error?.message).toContain(what);
      const now = await send("get", at);
      expect([now.headers.etag, now.body]).toEqual([saved.headers.etag, saved.body]);
      const removed = await send("delete", at, { ifMatch: tag });
      expect(removed.status).toBe(412);
      expect((await send("get", at)).status).toBe(200);
      expect((await send("delete", at, { ifMatch: saved.headers.etag })).status).toBe(204);
      expect((await send("get", at)).status).toBe(404);
    });

    it("rejects an outdated ETag even for a PATCH without a field", async () => {
      const { at, tag } = await one();
      expect((await send("patch", at, { ifMatch: tag, body: {} })).headers.etag).toBe(tag);
      await send("patch", at, { body: change() });
      expect((await send("patch", at, { ifMatch: tag, body: {} })).status).toBe(412);
      await end(at);
    });

    it("accepts exactly one of several concurrent changes with the same ETag", async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { at, tag } = await one();
        const bodies = Array.from({ length: SAVES_AT_ONCE }, change);
        const saves = await Promise.all(bodies.map((one) => send("patch", at, { ifMatch: tag, body: one })));
        const statuses = saves.map(({ status }) => status).sort();
        expect(statuses).toEqual([200, ...Array.from({ length: SAVES_AT_ONCE - 1 }, () => 412)]);
        const winner = saves.findIndex(({ status }) => status === 200);
        expect((await send("get", at)).body).toMatchObject(bodies[winner] ?? {});
        await end(at);
      }
    });

    it("accepts either a change or a concurrent deletion with the same ETag", async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { at, tag } = await one();
        const [saved, removed] = await Promise.all([
          send("patch", at, { ifMatch: tag, body: change() }),
          send("delete", at, { ifMatch: tag }),
        ]);
        expect([
          [200, 412],
          [404, 204],
        ]).toContainEqual([saved.status, removed.status]);
        await end(at);
      }
    });

    it("accepts the ETag in a list, and rejects a malformed If-Match, even for an absent resource", async () => {
      const { at, tag } = await one();
      const listed = await send("patch", at, { ifMatch: `"other", ${tag}`, body: change() });
      expect(listed.status).toBe(200);
      for (const where of [at, `${path}/${ABSENT}`]) {
        const { status, body } = await send("patch", where, { ifMatch: "unquoted", body: change() });
        expect([status, body.error?.code]).toEqual([400, "validation_failed"]);
        expect(body.error?.fields?.map(({ field }) => field)).toEqual(["If-Match"]);
      }
      await end(at);
    });

    it("returns 404 before 412, and 412 before 422", async () => {
      for (const ifMatch of ["*", '"other"']) {
        expect((await send("patch", `${path}/${ABSENT}`, { ifMatch, body: change() })).status).toBe(404);
        expect((await send("delete", `${path}/${ABSENT}`, { ifMatch })).status).toBe(404);
      }
      const { at, tag } = await one();
      if (refused !== null) {
        expect((await send("patch", at, { ifMatch: '"other"', body: refused })).status).toBe(412);
        expect((await send("patch", at, { ifMatch: tag, body: refused })).status).toBe(422);
      }
      await end(at);
    });

    it("returns no ETag with a page of the list", async () => {
      const response = await send("get", path);
      expect(response.status).toBe(200);
      expect(response.headers).not.toHaveProperty("etag");
    });
  });

  // One parser reads the header for every kind.
  describe("for every form of If-Match", () => {
    const path = "/canned-responses";
    const change = () => ({ name: newName() });
    const one = () => create(path, { name: newName(), text: "Oi" });

    it.each([
      ["*", 200],
      ['"other", TAG', 200],
      [' ,, "other" ,TAG,, ', 200],
      ['"other"', 412],
      ["W/TAG", 412],
      ['W/"other",W/TAG', 412],
      ['""', 412],
    ])("evaluates If-Match: %s", async (form, status) => {
      const { at, tag } = await one();
      const ifMatch = form.replaceAll("TAG", tag);
      expect((await send("patch", at, { ifMatch, body: change() })).status).toBe(status);
    });

    it.each(["TAG trailing", "unquoted", '"open', '*, "other"', "TAG TAG", "w/TAG", ","])(
      "rejects If-Match: %s as malformed, even for an absent resource",
      async (form) => {
        const { at, tag } = await one();
        const ifMatch = form.replaceAll("TAG", tag);
        for (const where of [at, `${path}/${ABSENT}`]) {
          const { status, body } = await send("patch", where, { ifMatch, body: change() });
          expect([status, body.error?.code]).toEqual([400, "validation_failed"]);
          expect(body.error?.fields?.map(({ field }) => field)).toEqual(["If-Match"]);
        }
      },
    );
  });

  it("returns 412 for an outdated ETag of a template before 409 for its name", async () => {
    const taken = smsTemplate();
    await idOf("/templates", taken);
    const { at, tag } = await create("/templates", smsTemplate());
    const body = { name: taken.name };
    expect((await send("patch", at, { ifMatch: '"other"', body })).status).toBe(412);
    expect((await send("patch", at, { ifMatch: tag, body })).status).toBe(409);
  });

  it("keeps the ETag of a list when contacts are added, and of an endpoint when its secret is rotated", async () => {
    const lists = await send("post", "/contact-lists", { body: defaultList() });
    const at = `/contact-lists/${lists.body.id}`;
    await send("post", `${at}/contacts`, { body: { phone: "+5511987654321" } });
    const filled = await send("get", at);
    expect(filled.body).toMatchObject({ contact_count: 1 });
    expect(filled.headers.etag).toBe(lists.headers.etag);
    const hook = await send("post", "/webhooks", { body: { url: "https://example.com/hook" } });
    const rotated = await send("post", `/webhooks/${hook.body.id}/rotate-secret`);
    expect(rotated.headers.etag).toBe(hook.headers.etag);
    await send("delete", `/webhooks/${hook.body.id}`);
  });

  it("keeps the ETag when a change sets the same values", async () => {
    const template_id = await idOf("/templates", smsTemplate());
    const body = { ...smsTemplate(), follow_ups: [{ on: ["expired"], after_seconds: 60, template_id }] };
    const created = await send("post", "/templates", { body });
    service.clock.advance(5_000);
    const at = `/templates/${created.body.id}`;
    const { channel: _, ...same } = body;
    const saved = await send("patch", at, { body: same });
    expect(saved.headers.etag).toBe(created.headers.etag);
  });

  it("requires the current ETag to launch, schedule, unschedule and stop a campaign", async () => {
    const created = await send("post", "/campaigns", { body: await draftCampaign(service) });
    const { list_id: listId } = created.body as unknown as { list_id: string };
    await send("post", `/contact-lists/${listId}/contacts`, { body: { phone: "+5511987654321" } });
    const at = `/campaigns/${created.body.id}`;
    const body = { scheduled_at: new Date(service.clock.now() + 3_600_000).toISOString() };
    const old = '"other"';
    const tag = async () => (await send("get", at)).headers.etag;
    const only = async (
      method: "post" | "put" | "delete",
      path: string,
      status: number,
      more: { body?: object } = {},
    ) => {
      expect((await send(method, path, { ifMatch: old, ...more })).status).toBe(412);
      const before = await tag();
      const response = await send(method, path, { ifMatch: before, ...more });
      expect(response.status).toBe(status);
      expect(await tag()).not.toBe(before);
      return response;
    };
    const scheduled = await only("put", `${at}/schedule`, 200, { body });
    expect(scheduled.headers.etag).toBe(await tag());
    await only("delete", `${at}/schedule`, 204);
    await only("post", `${at}/launch`, 202);
    await only("post", `${at}/stop`, 202);
    // The ETag is checked before the state of the campaign.
    expect((await send("delete", at, { ifMatch: old })).status).toBe(412);
    expect((await send("delete", at, { ifMatch: await tag() })).status).toBe(409);
  });

  it("keeps the ETag of a campaign while its messages progress", async () => {
    const created = await send("post", "/campaigns", { body: await draftCampaign(service) });
    const { list_id: listId } = created.body as unknown as { list_id: string };
    for (const phone of ["+5511987654003", "+5511987650003"])
      await send("post", `/contact-lists/${listId}/contacts`, { body: { phone } });
    const at = `/campaigns/${created.body.id}`;
    await send("post", `${at}/launch`);
    const launched = await send("get", at);
    await service.drain();
    const sent = await send("get", at);
    expect(sent.body).toMatchObject({ status: "running", progress: { total: 2 } });
    expect(sent.body).not.toEqual(launched.body);
    expect(sent.headers.etag).toBe(launched.headers.etag);
  });

  it("accepts one of several concurrent launches with the same ETag", async () => {
    const created = await send("post", "/campaigns", { body: await draftCampaign(service) });
    const launch = () =>
      send("post", `/campaigns/${created.body.id}/launch`, { ifMatch: created.headers.etag });
    const launches = await Promise.all([launch(), launch(), launch()]);
    expect(launches.map(({ status }) => status).sort()).toEqual([202, 412, 412]);
  });
});

interface Described {
  operationId: string;
  parameters?: { $ref?: string }[];
  responses: Record<
    string,
    { headers?: object; content?: { "application/json": { schema: { $ref?: string } } } }
  >;
}

describe("the contract of preconditions", () => {
  const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item as unknown as Record<string, Described>).map(([method, operation]) => ({
      path,
      method,
      operation,
    })),
  );
  const RETURNED = /\/(CannedResponse|SendingRule|Template|ContactList|Campaign|Webhook|WebhookWithSecret)$/;
  const OWN =
    /^\/(canned-responses|sending-rules|templates|contact-lists|campaigns|webhooks)\/\{\w+\}(\/(schedule|launch|stop))?$/;

  it("declares an ETag on exactly the responses with one of these resources", () => {
    for (const { operation } of operations) {
      for (const [status, { headers = {}, content }] of Object.entries(operation.responses)) {
        if (!status.startsWith("2")) continue;
        const isOne = RETURNED.test(content?.["application/json"].schema.$ref ?? "");
        expect([operation.operationId, "ETag" in headers]).toEqual([operation.operationId, isOne]);
      }
    }
  });

  it("declares If-Match and 412 on exactly the changes of these resources", () => {
    const taking = operations.filter(({ operation: { parameters = [] } }) =>
      parameters.some(({ $ref }) => $ref?.endsWith("/IfMatch")),
    );
    const changing = operations.filter(({ path, method }) => OWN.test(path) && method !== "get");
    expect(taking.map(({ operation }) => operation.operationId).sort()).toEqual(
      changing.map(({ operation }) => operation.operationId).sort(),
    );
    for (const { operation } of operations) {
      const takes = taking.some((one) => one.operation === operation);
      expect([operation.operationId, "412" in operation.responses]).toEqual([operation.operationId, takes]);
    }
  });
});
