import type { components } from "../../generated/schema";
import { MINUTE, toTimestamp } from "../../src/platform/time";
import { databases } from "../support/databases";
import { testService } from "../support/service";

type Contact = components["schemas"]["Contact"];

const ABSENT = "01a1f8d3-ea00-7b3f-8d21-5c7e9a0b4f16";

describe.each(databases)("contacts on %s", (database) => {
  const service = testService(database);
  let made = 0;
  const newPhone = () => `+55119${String(70_000_000 + made++)}`;
  const newAccount = () => service.account(`contacts ${made++}`, { senders: false });

  const post = (body: object, request = service.request) => request.post("/v3/contacts").send(body);
  const patch = (id: string, body: object) => service.request.patch(`/v3/contacts/${id}`).send(body);
  const read = async (id: string) =>
    (await service.request.get(`/v3/contacts/${id}`).expect(200)).body as Contact;
  const create = async (body: object = {}, request = service.request) =>
    (await post({ phone: newPhone(), ...body }, request).expect(201)).body as Contact;
  const remove = (id: string) => service.request.delete(`/v3/contacts/${id}`);

  describe("upsert", () => {
    it("creates a contact", async () => {
      const phone = newPhone();
      const attributes = { city: "São Paulo", "a.b-c_D": "" };
      const { body } = await post({ phone, name: "  João ", attributes }).expect(201);
      const now = toTimestamp(service.clock.now());
      expect(body).toEqual({
        id: expect.any(String),
        phone,
        name: "João",
        attributes,
        list_ids: [],
        memberships: [],
        created_at: now,
        updated_at: now,
      });
      expect(await read(body.id)).toEqual(body);
    });

    it("creates a contact from a number alone", async () => {
      expect(await create()).toMatchObject({ name: null, attributes: {} });
    });

    it("updates the contact by any spelling of its number, and keeps omitted fields", async () => {
      const phone = "+5511987340001";
      const first = await create({ phone, name: "Ana", attributes: { a: "1", b: "2" } });
      service.clock.advance(MINUTE);
      for (const spelling of ["11987340001", "(11) 98734-0001", "0 15 11 98734.0001", "1187340001"]) {
        const { body } = await post({ phone: spelling }).expect(200);
        expect(body).toEqual({ ...first, updated_at: toTimestamp(service.clock.now()) });
      }
      const renamed = await post({ phone, name: "Ana Maria" }).expect(200);
      expect(renamed.body).toMatchObject({ name: "Ana Maria", attributes: { a: "1", b: "2" } });
      const replaced = await post({ phone, attributes: { c: "3" } }).expect(200);
      expect(replaced.body).toMatchObject({ name: "Ana Maria", attributes: { c: "3" } });
      const nameless = await post({ phone, name: null }).expect(200);
      expect(nameless.body).toMatchObject({ id: first.id, name: null, attributes: { c: "3" } });
    });

    it("restores a deleted contact under its id with the given fields only", async () => {
      const contact = await create({ name: "Rita", attributes: { a: "1" } });
      await remove(contact.id).expect(204);
      service.clock.advance(MINUTE);
      const { body } = await post({ phone: contact.phone }).expect(201);
      expect(body).toEqual({
        ...contact,
        name: null,
        attributes: {},
        updated_at: toTimestamp(service.clock.now()),
      });
      await remove(contact.id).expect(204);
      const again = await post({ phone: contact.phone, name: "Bia" }).expect(201);
      expect(again.body).toMatchObject({ id: contact.id, name: "Bia", attributes: {} });
    });

    it("creates one contact from twenty concurrent requests", async () => {
      const { request } = await newAccount();
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => post({ phone: "11912340002", name: "Vinte" }, request)),
      );
      const statuses = responses.map(({ status }) => status).sort();
      expect(statuses).toEqual([...Array<number>(19).fill(200), 201]);
      expect(new Set(responses.map(({ body }) => (body as Contact).id)).size).toBe(1);
      const { body } = await request.get("/v3/contacts").expect(200);
      expect(body.pagination.total).toBe(1);
    });

    it.each(["123", "+55119123400012345", "Maria", "190"])("rejects the number %s", async (phone) => {
      const { body } = await post({ phone }).expect(422);
      expect(body.error).toMatchObject({ code: "unprocessable_entity", fields: [{ field: "phone" }] });
    });
  });

  describe("change", () => {
    it("changes the given fields and keeps the rest", async () => {
      const contact = await create({ name: "Caio", attributes: { a: "1" } });
      service.clock.advance(MINUTE);
      const updated_at = toTimestamp(service.clock.now());
      const phone = newPhone();
      const moved = await patch(contact.id, { phone: phone.slice(3) }).expect(200);
      expect(moved.body).toEqual({ ...contact, phone, updated_at });
      const named = await patch(contact.id, { name: "Caio César" }).expect(200);
      expect(named.body).toEqual({ ...contact, phone, name: "Caio César", updated_at });
      const cleared = await patch(contact.id, { attributes: {}, name: null }).expect(200);
      expect(cleared.body).toEqual({ ...contact, phone, name: null, attributes: {}, updated_at });
      expect(await read(contact.id)).toEqual(cleared.body);
    });

    it("changes nothing when no field is given", async () => {
      const contact = await create({ name: "Davi" });
      service.clock.advance(MINUTE);
      expect((await patch(contact.id, {}).expect(200)).body).toEqual(contact);
    });

    it("accepts the contact's own number", async () => {
      const contact = await create();
      const { body } = await patch(contact.id, { phone: contact.phone }).expect(200);
      expect(body.phone).toBe(contact.phone);
    });

    it("rejects the number of another contact, and writes nothing", async () => {
      const [one, other] = [await create({ name: "Um" }), await create()];
      const { body } = await patch(one.id, { phone: other.phone, name: "Outro" }).expect(409);
      expect(body.error).toMatchObject({ code: "conflict", fields: [{ field: "phone" }] });
      expect(await read(one.id)).toEqual(one);
    });

    it("accepts the number of a deleted contact", async () => {
      const [one, deleted] = [await create(), await create()];
      await remove(deleted.id).expect(204);
      const { body } = await patch(one.id, { phone: deleted.phone }).expect(200);
      expect(body).toMatchObject({ id: one.id, phone: deleted.phone });
      expect((await post({ phone: deleted.phone }).expect(200)).body.id).toBe(one.id);
      const fresh = await post({ phone: one.phone }).expect(201);
      expect([one.id, deleted.id]).not.toContain(fresh.body.id);
    });

    it("makes searches find the new name and number, and not the old ones", async () => {
      const { request, accountId } = await newAccount();
      const id = await service.contact({ accountId, phone: "+5511912345678", name: "Xavier" });
      await request
        .patch(`/v3/contacts/${id}`)
        .send({ phone: "+5521987650000", name: "Yolanda" })
        .expect(200);
      const found = async (search: string) =>
        (await request.get("/v3/contacts").query({ search }).expect(200)).body.pagination.total as number;
      expect(await Promise.all(["xavier", "12345678", "yolanda", "98765"].map(found))).toEqual([0, 0, 1, 1]);
    });

    it("rejects an invalid number, and contacts that are absent or deleted", async () => {
      const contact = await create();
      const { body } = await patch(contact.id, { phone: "12" }).expect(422);
      expect(body.error.fields).toEqual([{ field: "phone", message: expect.any(String) }]);
      await patch(ABSENT, { phone: "12" }).expect(404);
      await remove(contact.id).expect(204);
      await patch(contact.id, { name: "x" }).expect(404);
    });

    it("grants a number to one of two concurrent requests", async () => {
      const [one, other, phone] = [await create(), await create(), newPhone()];
      const responses = await Promise.all([patch(one.id, { phone }), patch(other.id, { phone })]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    });
  });

  describe("deletion", () => {
    it("hides the contact and erases its data", async () => {
      const contact = await create({ name: "Sigilosa", attributes: { cpf: "1" } });
      await remove(contact.id).expect(204);
      await service.request.get(`/v3/contacts/${contact.id}`).expect(404);
      await remove(contact.id).expect(404);
      const { body } = await service.request.get("/v3/contacts").query({ search: "sigilosa" }).expect(200);
      expect(body.pagination.total).toBe(0);
      const byPhone = await service.request.get("/v3/contacts").query({ phone: contact.phone }).expect(200);
      expect(byPhone.body.data).toEqual([]);
      const row: unknown = await service.db("contacts").where({ id: contact.id }).first();
      expect(row).toMatchObject({ name: null, attributes: "{}", search: "" });
    });

    it("removes the contact from every list", async () => {
      const contact = await create();
      const lists: string[] = [];
      for (const name of ["um", "dois"]) {
        const list = await service.request.post("/v3/contact-lists").send({ name, type: "default" });
        await service.request.put(`/v3/contact-lists/${list.body.id}/contacts/${contact.id}`).expect(204);
        lists.push(list.body.id as string);
      }
      expect((await read(contact.id)).list_ids).toEqual(lists);
      await remove(contact.id).expect(204);
      for (const id of lists) {
        expect((await service.request.get(`/v3/contact-lists/${id}`)).body.contact_count).toBe(0);
        expect((await service.request.get(`/v3/contact-lists/${id}/contacts`)).body.data).toEqual([]);
      }
      const { body } = await post({ phone: contact.phone }).expect(201);
      expect(body).toMatchObject({ id: contact.id, list_ids: [] });
    });
  });

  describe("list", () => {
    const names = ["João Ação", "JOAO da Silva", "Maria 100%", "Maria_x", "O\\Neil", "Ünal Çelik", null];
    let account: Awaited<ReturnType<typeof newAccount>>;
    let contacts: Contact[];
    const list = async (query: object) => {
      const { body } = await account.request.get("/v3/contacts").query(query).expect(200);
      return body as components["schemas"]["ContactPage"];
    };
    const indexesOf = (page: { data: Contact[] }) =>
      page.data.map(({ id }) => contacts.findIndex((contact) => contact.id === id));

    beforeAll(async () => {
      account = await newAccount();
      contacts = [];
      // Newer contacts have smaller numbers, so that the two orders differ.
      for (const [index, name] of names.entries()) {
        contacts.push(await create({ phone: `+55119876543${90 - index}`, name }, account.request));
      }
    });

    it("shows the newest first, with exact totals", async () => {
      expect(indexesOf(await list({}))).toEqual([6, 5, 4, 3, 2, 1, 0]);
      const page = await list({ limit: 2, offset: 3 });
      expect(indexesOf(page)).toEqual([3, 2]);
      expect(page.pagination).toEqual({ total: 7, limit: 2, offset: 3, has_more: true });
      const beyond = await list({ offset: 7 });
      expect(beyond).toEqual({ data: [], pagination: { total: 7, limit: 25, offset: 7, has_more: false } });
    });

    it.each([
      ["JOAO", [1, 0]],
      ["joão", [1, 0]],
      ["oao", [1, 0]],
      ["ÇÃO", [0]],
      ["00%", [2]],
      ["ia_", [3]],
      ["o\\n", [4]],
      ["UNAL", [5]],
      ["elik", [5]],
      ["4386", [4]],
      ["+55", [6, 5, 4, 3, 2, 1, 0]],
      ["987", [6, 5, 4, 3, 2, 1, 0]],
      ["%%%", []],
      ["___", []],
      ['"jo"', []],
      ["silva +", []],
      ["joao*", []],
    ] as [string, number[]][])("finds contacts by the search %s", async (search, expected) => {
      const page = await list({ search });
      expect(indexesOf(page)).toEqual(expected);
      expect(page.pagination.total).toBe(expected.length);
    });

    it("pages through the results of a search", async () => {
      const page = await list({ search: "987", limit: 3, offset: 2 });
      expect(indexesOf(page)).toEqual([4, 3, 2]);
      expect(page.pagination).toEqual({ total: 7, limit: 3, offset: 2, has_more: true });
    });

    it("keeps a restored contact in its place", async () => {
      const contact = contacts[2] as Contact;
      await account.request.delete(`/v3/contacts/${contact.id}`).expect(204);
      expect((await list({})).pagination.total).toBe(6);
      await post({ phone: contact.phone, name: contact.name }, account.request).expect(201);
      expect(indexesOf(await list({}))).toEqual([6, 5, 4, 3, 2, 1, 0]);
      expect(indexesOf(await list({ search: "maria" }))).toEqual([3, 2]);
    });

    it("finds a number in any spelling, also combined with a search", async () => {
      for (const phone of ["+5511987654389", "(11) 98765-4389", "11987654389"]) {
        expect(indexesOf(await list({ phone }))).toEqual([1]);
      }
      expect((await list({ phone: "11987654389" })).pagination.total).toBe(1);
      expect(indexesOf(await list({ phone: "11987654389", search: "silva" }))).toEqual([1]);
      expect(indexesOf(await list({ phone: "11987654389", search: "ação" }))).toEqual([]);
      expect((await list({ phone: "11987654389", offset: 1 })).data).toEqual([]);
      expect((await list({ phone: "11987650000" })).pagination.total).toBe(0);
    });

    it("finds contacts by their ids, in the requested order and with the other filters", async () => {
      const id = [1, 3, 0, 1].map((index) => contacts[index]?.id);
      expect(indexesOf(await list({ id }))).toEqual([3, 1, 0]);
      expect(indexesOf(await list({ id, sort: "name" }))).toEqual([0, 1, 3]);
      expect(indexesOf(await list({ id, sort: "-name", search: "joao" }))).toEqual([1, 0]);
      expect(indexesOf(await list({ id, phone: "11987654389" }))).toEqual([1]);
      expect(indexesOf(await list({ id, phone: "11987654388" }))).toEqual([]);
      expect(indexesOf(await list({ id, attribute: "city=Recife" }))).toEqual([]);
      const page = await list({ id, limit: 1, offset: 1 });
      expect(indexesOf(page)).toEqual([1]);
      expect(page.pagination).toEqual({ total: 3, limit: 1, offset: 1, has_more: true });
    });

    it("ignores ids of deleted contacts and of other accounts", async () => {
      const [kept, deleted] = [contacts[0], await create({ phone: "+5511987654300" }, account.request)];
      await account.request.delete(`/v3/contacts/${deleted.id}`).expect(204);
      const foreign = await create({ phone: "+5511987654301" }, (await newAccount()).request);
      expect(indexesOf(await list({ id: [deleted.id, foreign.id, kept?.id] }))).toEqual([0]);
      expect((await list({ id: foreign.id })).pagination.total).toBe(0);
    });

    it.each([
      ["phone", "123"],
      ["search", "\u0301\u0301\u0301"],
    ])("rejects %s=%s", async (field, value) => {
      const { body } = await account.request
        .get("/v3/contacts")
        .query({ [field]: value })
        .expect(400);
      expect(body.error).toMatchObject({ code: "validation_failed", fields: [{ field }] });
    });
  });

  it("isolates accounts", async () => {
    const contact = await create({ name: "Alheia" });
    const { request } = await newAccount();
    for (const query of [{}, { search: "alheia" }, { phone: contact.phone }]) {
      const { body } = await request.get("/v3/contacts").query(query).expect(200);
      expect(body.pagination.total).toBe(0);
    }
    const own = await post({ phone: contact.phone }, request).expect(201);
    expect(own.body.id).not.toBe(contact.id);
    expect(await read(contact.id)).toEqual(contact);
  });
});
