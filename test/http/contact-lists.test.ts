import type { components } from "../../generated/schema";
import { MINUTE, toTimestamp } from "../../src/platform/time";
import { databases } from "../support/databases";
import { testService } from "../support/service";

type Contact = components["schemas"]["Contact"];
type ContactList = components["schemas"]["ContactList"];

const ABSENT = "01a1f8d3-ea00-7b3f-8d21-5c7e9a0b4f16";

describe.each(databases)("contact lists on %s", (database) => {
  const service = testService(database);
  let made = 0;
  const newName = () => `list ${made++}`;
  const newPhone = () => `+55119${String(60_000_000 + made++)}`;
  const newAccount = () => service.account(`lists ${made++}`);

  const post = (body: object, request = service.request) => request.post("/v3/contact-lists").send(body);
  const patch = (id: string, body: object) => service.request.patch(`/v3/contact-lists/${id}`).send(body);
  const remove = (id: string) => service.request.delete(`/v3/contact-lists/${id}`);
  const read = async (id: string) =>
    (await service.request.get(`/v3/contact-lists/${id}`).expect(200)).body as ContactList;
  const create = async (body: object = {}, request = service.request) =>
    (await post({ name: newName(), type: "default", ...body }, request).expect(201)).body as ContactList;
  const blacklist = (...channels: string[]) => create({ type: "blacklist", channels });
  const provisioned = async (request = service.request) => {
    const { body } = await request.get("/v3/contact-lists").query({ search: "recado" }).expect(200);
    return body.data[0] as ContactList;
  };
  const contact = (name?: string) => service.contact({ phone: newPhone(), name });
  const member = (listId: string, contactId: string) => `/v3/contact-lists/${listId}/contacts/${contactId}`;
  const members = async (listId: string, query: object = {}) => {
    const { body } = await service.request.get(`/v3/contact-lists/${listId}/contacts`).query(query);
    return body as components["schemas"]["ContactPage"];
  };
  const countOf = async (listId: string) => (await read(listId)).contact_count;
  const send = async (to: string, channel = "sms") => {
    const content = channel === "voice" ? { type: "audio", file_id: ABSENT } : { type: "text", text: "Oi" };
    const { body } = await service.request
      .post("/v3/messages")
      .send({ channel, content, recipients: [{ to }] })
      .expect(202);
    return body.data[0] as { message_id: string; status: string };
  };

  describe("creation", () => {
    it("returns an empty list", async () => {
      const name = newName();
      const { body } = await post({
        name: ` ${name} `,
        type: "blacklist",
        channels: ["voice", "sms"],
      }).expect(201);
      const now = toTimestamp(service.clock.now());
      expect(body).toEqual({
        id: expect.any(String),
        name,
        type: "blacklist",
        channels: ["voice", "sms"],
        purposes: ["otp", "transactional", "marketing"],
        contact_count: 0,
        is_provisioned: false,
        created_at: now,
        updated_at: now,
      });
      expect(await read(body.id)).toEqual(body);
    });

    it("accepts a default list with empty channels or without the field", async () => {
      expect(await create({ channels: [] })).toMatchObject({ type: "default", channels: [] });
      expect(await create()).toMatchObject({ channels: [] });
    });

    it("rejects channels on a default list", async () => {
      const { body } = await post({ name: newName(), type: "default", channels: ["sms"] }).expect(422);
      expect(body.error).toMatchObject({ code: "unprocessable_entity", fields: [{ field: "channels" }] });
    });

    it("names an unknown field", async () => {
      const { body } = await post({ name: "x", type: "default", nome: "x" }).expect(400);
      expect(body.error.fields).toEqual([{ field: "nome", message: "is not a known field" }]);
    });
  });

  describe("list", () => {
    it("shows the newest first, filtered by type and name together", async () => {
      const { request } = await newAccount();
      const bodies = [
        { name: "Ação de Natal", type: "default" },
        { name: "acao 2", type: "blacklist" },
        { name: "Outra 100%", type: "default" },
        { name: "AÇÃO três", type: "default" },
      ];
      for (const body of bodies) await create(body, request);
      const found = async (query: object) => {
        const { body } = await request.get("/v3/contact-lists").query(query).expect(200);
        const page = body as components["schemas"]["ContactListPage"];
        return [page.pagination.total, ...page.data.map(({ name }) => name)];
      };
      const [natal, two, other, three] = bodies.map(({ name }) => name);
      expect(await found({})).toEqual([5, three, other, two, natal, "Recado"]);
      expect(await found({ limit: 2, offset: 1 })).toEqual([5, other, two]);
      expect(await found({ type: "blacklist" })).toEqual([2, two, "Recado"]);
      expect(await found({ search: "ação" })).toEqual([3, three, two, natal]);
      expect(await found({ search: "ACAO", type: "default" })).toEqual([2, three, natal]);
      expect(await found({ search: "00%" })).toEqual([1, other]);
      expect(await found({ search: "%%%" })).toEqual([0]);
    });

    it("shows the number of contacts of each list", async () => {
      const { request, accountId } = await newAccount();
      const [one, two] = [await create({}, request), await create({}, request)];
      for (const listId of [one.id, two.id, two.id]) {
        const id = await service.contact({ phone: newPhone(), accountId });
        await request.put(member(listId, id)).expect(204);
      }
      const { body } = await request.get("/v3/contact-lists").expect(200);
      const counts = (body.data as ContactList[]).map(({ contact_count }) => contact_count);
      expect(counts).toEqual([2, 1, 0]);
    });
  });

  describe("change", () => {
    it("changes the given fields and keeps the rest", async () => {
      const list = await blacklist("sms", "rcs");
      service.clock.advance(MINUTE);
      const updated_at = toTimestamp(service.clock.now());
      const name = newName();
      const renamed = await patch(list.id, { name: `${name} ` }).expect(200);
      expect(renamed.body).toEqual({ ...list, name, updated_at });
      const cleared = await patch(list.id, { channels: [] }).expect(200);
      expect(cleared.body).toEqual({ ...list, name, channels: [], updated_at });
      expect(await read(list.id)).toEqual(cleared.body);
    });

    it("applies all fields or none", async () => {
      const [list, other] = [await create(), await create()];
      const channels = await patch(list.id, { name: newName(), channels: ["sms"] }).expect(422);
      expect(channels.body.error.fields[0].field).toBe("channels");
      const black = await blacklist("sms");
      const taken = await patch(black.id, { name: other.name.toUpperCase(), channels: [] }).expect(409);
      expect(taken.body.error).toMatchObject({ code: "conflict", fields: [{ field: "name" }] });
      expect(await read(list.id)).toEqual(list);
      expect(await read(black.id)).toEqual(black);
    });
  });

  describe("the provisioned list", () => {
    it("rejects another name and deletion, but accepts other channels", async () => {
      const { request } = await newAccount();
      const list = await provisioned(request);
      expect(list).toMatchObject({
        name: "Recado",
        type: "blacklist",
        is_provisioned: true,
        channels: ["sms", "rcs", "voice"],
      });
      const url = `/v3/contact-lists/${list.id}`;
      const deleted = await request.delete(url).expect(409);
      expect(deleted.body.error.code).toBe("conflict");
      for (const name of ["Outro", "recado"]) {
        const renamed = await request.patch(url).send({ name, channels: [] }).expect(409);
        expect(renamed.body.error.code).toBe("conflict");
      }
      expect((await request.get(url)).body).toEqual(list);
      const changed = await request
        .patch(url)
        .send({ name: "Recado", channels: ["voice"] })
        .expect(200);
      expect(changed.body).toMatchObject({ name: "Recado", channels: ["voice"] });
      await post({ name: "RECADO", type: "default" }, request).expect(409);
    });
  });

  describe("deletion", () => {
    it("removes the list and keeps its contacts", async () => {
      const list = await create();
      const id = await contact();
      await service.request.put(member(list.id, id)).expect(204);
      await remove(list.id).expect(204);
      await remove(list.id).expect(404);
      await service.request.get(`/v3/contact-lists/${list.id}`).expect(404);
      await service.request.get(`/v3/contact-lists/${list.id}/contacts`).expect(404);
      await patch(list.id, { name: "x" }).expect(404);
      await service.request.put(member(list.id, id)).expect(404);
      await service.request.delete(member(list.id, id)).expect(404);
      await service.request
        .post(`/v3/contact-lists/${list.id}/contacts`)
        .send({ phone: newPhone() })
        .expect(404);
      const { body } = await service.request.get(`/v3/contacts/${id}`).expect(200);
      expect(body.list_ids).toEqual([]);
    });

    it("ends the suppression by a blacklist", async () => {
      const list = await blacklist("sms");
      const phone = newPhone();
      await service.request.post(`/v3/contact-lists/${list.id}/contacts`).send({ phone }).expect(201);
      expect((await send(phone)).status).toBe("blocked");
      await remove(list.id).expect(204);
      expect((await send(phone)).status).toBe("pending");
    });
  });

  describe("members", () => {
    it("upserts and restores contacts, and adds each once", async () => {
      const list = await create();
      const url = `/v3/contact-lists/${list.id}/contacts`;
      const phone = newPhone();
      const added = await service.request
        .post(url)
        .send({ phone, name: "Nova", attributes: { a: "1" } })
        .expect(201);
      expect(added.body).toMatchObject({ phone, name: "Nova", list_ids: [list.id] });
      const again = await service.request.post(url).send({ phone, name: "Outra" }).expect(200);
      expect(again.body).toMatchObject({ id: added.body.id, name: "Outra", attributes: { a: "1" } });
      expect(again.body.list_ids).toEqual([list.id]);
      expect(await countOf(list.id)).toBe(1);
      await service.request.delete(`/v3/contacts/${added.body.id}`).expect(204);
      expect(await countOf(list.id)).toBe(0);
      const restored = await service.request.post(url).send({ phone }).expect(201);
      expect(restored.body).toMatchObject({ id: added.body.id, name: null, list_ids: [list.id] });
      expect(await countOf(list.id)).toBe(1);
    });

    it("rejects an invalid number, and reports an absent list first", async () => {
      const list = await create();
      const url = (id: string) => `/v3/contact-lists/${id}/contacts`;
      const { body } = await service.request.post(url(list.id)).send({ phone: "12" }).expect(422);
      expect(body.error.fields[0].field).toBe("phone");
      await service.request.post(url(ABSENT)).send({ phone: "12" }).expect(404);
      expect(await countOf(list.id)).toBe(0);
    });

    it("adds an existing contact unchanged and once, and removes it once", async () => {
      const [list, other] = [await create(), await create()];
      const id = await contact("Fixa");
      const before = (await service.request.get(`/v3/contacts/${id}`)).body as Contact;
      for (const { id: listId } of [list, list, other]) {
        await service.request.put(member(listId, id)).expect(204);
      }
      const added_at = toTimestamp(service.clock.now());
      service.clock.advance(MINUTE);
      await service.request.put(member(list.id, id)).expect(204);
      const after = await service.request.get(`/v3/contacts/${id}`);
      const memberships = [list, other].map(({ id: list_id }) => ({ list_id, origin: "request", added_at }));
      expect(after.body).toEqual({ ...before, list_ids: [list.id, other.id], memberships });
      expect(await countOf(list.id)).toBe(1);
      await service.request.delete(member(list.id, id)).expect(204);
      const { body } = await service.request.delete(member(list.id, id)).expect(404);
      expect(body.error.code).toBe("not_found");
      expect([await countOf(list.id), await countOf(other.id)]).toEqual([0, 1]);
    });

    it("returns 404 for a contact that is absent or deleted", async () => {
      const list = await create();
      const id = await contact();
      await service.request.put(member(ABSENT, id)).expect(404);
      await service.request.put(member(list.id, ABSENT)).expect(404);
      await service.request.delete(`/v3/contacts/${id}`).expect(204);
      await service.request.put(member(list.id, id)).expect(404);
      expect(await countOf(list.id)).toBe(0);
    });

    it("counts a contact once when concurrent requests add it", async () => {
      const list = await create();
      const id = await contact();
      const phone = newPhone();
      const responses = await Promise.all([
        ...Array.from({ length: 10 }, () => service.request.put(member(list.id, id))),
        ...Array.from({ length: 10 }, () =>
          service.request.post(`/v3/contact-lists/${list.id}/contacts`).send({ phone }),
        ),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([
        ...Array<number>(9).fill(200),
        201,
        ...Array<number>(10).fill(204),
      ]);
      expect(await countOf(list.id)).toBe(2);
      expect((await members(list.id)).pagination.total).toBe(2);
    });

    it("shows the newest contacts first, regardless of when they joined", async () => {
      const list = await create();
      const ids: string[] = [];
      for (const name of ["João Um", "Maria Dois", "JOÃO Três"]) ids.push(await contact(name));
      for (const index of [2, 0, 1]) {
        await service.request.put(member(list.id, ids[index] as string)).expect(204);
      }
      const outside = await contact("João Fora");
      const page = await members(list.id);
      expect(page.data.map(({ id }) => id)).toEqual([...ids].reverse());
      expect(page.data[0]).toEqual((await service.request.get(`/v3/contacts/${ids[2]}`)).body);
      expect(page.pagination).toEqual({ total: 3, limit: 25, offset: 0, has_more: false });
      const second = await members(list.id, { limit: 1, offset: 1 });
      expect(second.data.map(({ id }) => id)).toEqual([ids[1]]);
      expect(second.pagination).toMatchObject({ total: 3, has_more: true });
      const found = await members(list.id, { search: "joao" });
      expect(found.data.map(({ id }) => id)).toEqual([ids[2], ids[0]]);
      expect(found.pagination.total).toBe(2);
      expect(found.data.map(({ id }) => id)).not.toContain(outside);
      const paged = await members(list.id, { search: "+55119", limit: 1, offset: 2 });
      expect(paged).toMatchObject({ data: [{ id: ids[0] }], pagination: { total: 3, has_more: false } });
    });
  });

  describe("suppression", () => {
    it("covers the current channels of the list", async () => {
      const list = await blacklist("sms");
      const phone = newPhone();
      await service.request.post(`/v3/contact-lists/${list.id}/contacts`).send({ phone }).expect(201);
      expect((await send(phone)).status).toBe("blocked");
      expect((await send(phone, "rcs")).status).toBe("pending");
      await patch(list.id, { channels: ["rcs"] }).expect(200);
      expect((await send(phone)).status).toBe("pending");
      expect((await send(phone, "rcs")).status).toBe("blocked");
      await patch(list.id, { channels: [] }).expect(200);
      expect((await send(phone, "rcs")).status).toBe("pending");
    });

    it("takes precedence over other errors", async () => {
      const list = await blacklist("voice");
      const phone = newPhone();
      await service.request.post(`/v3/contact-lists/${list.id}/contacts`).send({ phone }).expect(201);
      expect((await send(phone, "voice")).status).toBe("blocked");
      expect((await send(newPhone(), "voice")).status).toBe("error");
    });

    it("blocks a message at submission when its contact joined after the send", async () => {
      const list = await provisioned();
      const [joins, stays] = [newPhone(), newPhone()];
      const sent = [await send(joins), await send(stays)];
      expect(sent.map(({ status }) => status)).toEqual(["pending", "pending"]);
      await service.request.post(`/v3/contact-lists/${list.id}/contacts`).send({ phone: joins }).expect(201);
      await service.drain();
      const statuses: string[] = [];
      for (const { message_id } of sent) {
        const { body } = await service.request.get(`/v3/messages/${message_id}`).expect(200);
        statuses.push((body as { status: string }).status);
      }
      expect(statuses[0]).toBe("blocked");
      expect(statuses[1]).not.toBe("blocked");
    });

    it("ends when the contact is removed from the list or deleted", async () => {
      const list = await blacklist("sms");
      const url = `/v3/contact-lists/${list.id}/contacts`;
      const [out, deletedPhone] = [newPhone(), newPhone()];
      const first = await service.request.post(url).send({ phone: out }).expect(201);
      const second = await service.request.post(url).send({ phone: deletedPhone }).expect(201);
      await service.request.delete(`${url}/${first.body.id}`).expect(204);
      await service.request.delete(`/v3/contacts/${second.body.id}`).expect(204);
      expect((await send(out)).status).toBe("pending");
      expect((await send(deletedPhone)).status).toBe("pending");
    });
  });

  it("returns 404 for another account's contact as a member", async () => {
    const list = await create();
    const id = await contact();
    await service.request.put(member(list.id, id)).expect(204);
    const other = await newAccount();
    const own = await create({}, other.request);
    await other.request.put(member(own.id, id)).expect(404);
    const foreign = await service.contact({ phone: newPhone(), accountId: other.accountId });
    await service.request.put(member(list.id, foreign)).expect(404);
    expect(await read(list.id)).toEqual({ ...list, contact_count: 1 });
  });
});
