import type { components } from "../../generated/schema";
import { MINUTE, toTimestamp } from "../../src/platform/time";
import { databases } from "../support/databases";
import { testService } from "../support/service";

type CannedResponse = components["schemas"]["CannedResponse"];

describe.each(databases)("canned responses on %s", (database) => {
  const service = testService(database);
  let made = 0;
  const newName = () => `canned response ${made++}`;
  const newAccount = () => service.account(`canned responses ${made++}`, { senders: false });

  async function create(name = newName(), request = service.request, more: object = {}) {
    const body = { name, text: "Até já!", ...more };
    return (await request.post("/v3/canned-responses").send(body).expect(201)).body as CannedResponse;
  }

  it("creates a canned response that can be read", async () => {
    const name = newName();
    const shortcut = `horario-${made++}`;
    const text = "Oi {{ first_name }}, abrimos às {{hora}}. {{ first_name }}!";
    const created = await create(`  ${name}\t`, service.request, { shortcut, text });
    const now = toTimestamp(service.clock.now());
    expect(created).toEqual({
      id: expect.any(String),
      name,
      shortcut,
      text,
      variables: ["first_name", "hora"],
      created_at: now,
      updated_at: now,
    });
    const { body, headers } = await service.request.get(`/v3/canned-responses/${created.id}`).expect(200);
    expect(body).toEqual(created);
    expect(headers.etag).toMatch(/^"/);
  });

  it("lists the account's canned responses, sorted by name without regard to case and accents", async () => {
    const { request } = await newAccount();
    await create();
    for (const name of ["zebra", "Étoile", "abelha", "Natal", "10 anos", "É cedo"])
      await create(name, request);
    const list = async (query: object) => {
      const { body } = await request.get("/v3/canned-responses").query(query).expect(200);
      return body as components["schemas"]["CannedResponsePage"];
    };
    const names = async (query: object = {}) => (await list(query)).data.map(({ name }) => name);
    expect(await names()).toEqual(["10 anos", "abelha", "É cedo", "Étoile", "Natal", "zebra"]);
    expect(await names({ limit: 2, offset: 3 })).toEqual(["Étoile", "Natal"]);
    const { pagination } = await list({ limit: 2, offset: 3 });
    expect(pagination).toEqual({ total: 6, limit: 2, offset: 3, has_more: true });
  });

  it("renames a canned response", async () => {
    const before = await create();
    service.clock.advance(MINUTE);
    const change = (body: object) =>
      service.request.patch(`/v3/canned-responses/${before.id}`).send(body).expect(200);
    expect((await change({})).body).toEqual(before);
    const name = newName();
    const after = { ...before, name, updated_at: toTimestamp(service.clock.now()) };
    expect((await change({ name })).body).toEqual(after);
    expect((await service.request.get(`/v3/canned-responses/${before.id}`)).body).toEqual(after);
  });

  it("changes the text, and sets and removes the shortcut", async () => {
    const { id } = await create();
    const shortcut = `s${made++}`;
    const change = async (body: object) =>
      (await service.request.patch(`/v3/canned-responses/${id}`).send(body).expect(200)).body as object;
    expect(await change({ shortcut, text: "{{nome}}" })).toMatchObject({ shortcut, variables: ["nome"] });
    expect(await change({ text: "Oi" })).toMatchObject({ shortcut, text: "Oi", variables: [] });
    expect(await change({ shortcut: null })).toMatchObject({ shortcut: null, text: "Oi" });
    await create(newName(), service.request, { shortcut });
  });

  it("rejects a shortcut that another canned response of the account has", async () => {
    const shortcut = `s${made++}`;
    await create(newName(), service.request, { shortcut });
    const { id } = await create();
    const post = () =>
      service.request.post("/v3/canned-responses").send({ name: newName(), text: "Oi", shortcut });
    const answers = [
      await post().expect(409),
      await service.request.patch(`/v3/canned-responses/${id}`).send({ shortcut }).expect(409),
    ];
    for (const { body } of answers) {
      expect(body.error).toMatchObject({ code: "conflict", fields: [{ field: "shortcut" }] });
    }
    await create(newName(), (await newAccount()).request, { shortcut });
    const free = `s${made++}`;
    const concurrent = await Promise.all(
      [1, 2, 3].map(() =>
        service.request.post("/v3/canned-responses").send({ name: newName(), text: "Oi", shortcut: free }),
      ),
    );
    expect(concurrent.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const refused = concurrent.filter(({ status }) => status === 409);
    for (const { body } of refused) expect(body.error.fields).toMatchObject([{ field: "shortcut" }]);
  });

  it("rejects a text with more placeholders than a message may have", async () => {
    const text = Array.from({ length: 101 }, (_, index) => `{{v${index}}}`).join("");
    const { id } = await create();
    for (const request of [
      service.request.post("/v3/canned-responses").send({ name: newName(), text }),
      service.request.patch(`/v3/canned-responses/${id}`).send({ text }),
    ]) {
      const { body } = await request.expect(422);
      expect(body.error).toMatchObject({ code: "unprocessable_entity", fields: [{ field: "text" }] });
    }
  });

  it.each([
    { name: "x", text: "x".repeat(3073) },
    { name: "x", text: "Oi", shortcut: "Olá" },
  ])("rejects the invalid body %j", async (body) => {
    const answer = await service.request.post("/v3/canned-responses").send(body).expect(400);
    expect(answer.body.error.code).toBe("validation_failed");
  });
});
