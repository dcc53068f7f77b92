import type { MessageUpdateEvent } from "../../src/features/messages/message-events";
import { testAccount } from "../support/accounts";
import { Campaigns } from "../support/campaigns";
import { databases } from "../support/databases";
import { expandAll, expandOnce } from "../support/expansion";
import { type Receiver, receiver } from "../support/receiver";
import { testService } from "../support/service";
import { newEndpoint } from "../support/webhooks";

const textOf = (content: string | null) =>
  content === null ? null : (JSON.parse(content) as { text: string }).text;
const codeOf = (error: string | null) =>
  error === null ? null : (JSON.parse(error) as { code: string }).code;

describe.each(databases)("a campaign run on %s", (database) => {
  const service = testService(database);
  const campaigns = new Campaigns(service);

  const outcomes = async (id: string) =>
    Object.fromEntries(
      (await campaigns.messages(id)).map(({ recipient, status, error }) => [
        recipient,
        [status, codeOf(error)].filter(Boolean).join(" "),
      ]),
    );
  const messaged = async (id: string) => (await campaigns.messages(id)).map(({ contact_id }) => contact_id);
  const remove = (list: string, contact: string | undefined) =>
    service.request.delete(`/v3/contact-lists/${list}/contacts/${contact}`).expect(204);
  const add = (list: string, contact: string | undefined) =>
    service.request.put(`/v3/contact-lists/${list}/contacts/${contact}`).expect(204);

  describe("messages", () => {
    it("creates one message per contact, and completes once all are delivered", async () => {
      const list = await campaigns.list(25);
      const id = await campaigns.launched({ list });
      await service.drain();
      await campaigns.expect(id, {
        status: "completed",
        progress: { total: 25, pending: 0, sent: 0, delivered: 25, failed: 0 },
      });
      expect(new Set(await messaged(id)).size).toBe(25);
      const page = await service.request.get(`/v3/messages?campaign_id=${id}&limit=1`).expect(200);
      const { template_id } = await campaigns.read(id);
      expect(page.body).toMatchObject({
        data: [
          { campaign_id: id, template_id, parent_message_id: null, sender: "27000", status: "delivered" },
        ],
        pagination: { total: 25 },
      });
    });

    it("takes variables from the attributes, then from name and number", async () => {
      const list = await campaigns.list([
        { phone: "+5511988880010", name: "João", attributes: { plan: "ouro {{name}}" } },
        { phone: "+5511988880011", name: "Ana", attributes: { plan: "prata", name: "Dona Ana", phone: "x" } },
      ]);
      const template = await campaigns.template("{{name}}, {{ plan }}: {{phone}}");
      const id = await campaigns.launched({ list, template });
      await service.drain();
      expect((await campaigns.messages(id)).map(({ content }) => textOf(content)).sort()).toEqual([
        "Dona Ana, prata: x",
        "João, ouro {{name}}: +5511988880011".replace("0011", "0010"),
      ]);
    });

    it("fills {{nome}} from the contact's name or from an attribute", async () => {
      const list = await campaigns.list([
        { phone: "+5511988880012", name: "João" },
        { phone: "+5511988880013", attributes: { nome: "Ana" } },
        { phone: "+5511988880014", name: "Maria", attributes: { NOME: "Dona Maria" } },
      ]);
      const template = await campaigns.template("Oi {{nome}}, {{name}}, {{telefone}}");
      const id = await campaigns.launched({ list, template });
      await service.drain();
      expect((await campaigns.messages(id)).map(({ content }) => textOf(content)).sort()).toEqual([
        "Oi Ana, Ana, +5511988880013",
        "Oi Dona Maria, Dona Maria, +5511988880014",
        "Oi João, João, +5511988880012",
      ]);
    });

    it("ends messages with missing values in error, blocks suppressed numbers and sends the rest", async () => {
      const list = await campaigns.list([
        { phone: "+5511988880020", name: "Ana" },
        { phone: "+5511988880021" },
        { phone: "+551133330022", name: "Fixo" },
        { phone: "+551133330023", name: "Fixo e bloqueado" },
        { phone: "+5511988880024" },
        { phone: "+5511988880025", name: "Só voz" },
        { phone: "+5511988880002", name: "Recusado" },
      ]);
      await service.contact({ phone: "+551133330023", suppressedOn: ["sms", "rcs"] });
      await service.contact({ phone: "+5511988880024", suppressedOn: ["sms"] });
      await service.contact({ phone: "+5511988880025", suppressedOn: ["voice"] });
      const template = await campaigns.template("Oi {{name}}");
      const id = await campaigns.launched({ list, template });
      await service.drain();
      expect(await outcomes(id)).toEqual({
        "+5511988880020": "delivered",
        "+5511988880021": "error missing_variable",
        "+551133330022": "error landline",
        "+551133330023": "blocked",
        "+5511988880024": "blocked",
        "+5511988880025": "delivered",
        "+5511988880002": "failed carrier_rejected",
      });
      await campaigns.expect(id, {
        status: "completed",
        progress: { total: 7, delivered: 2, error: 2, blocked: 2, failed: 1 },
      });
    });

    it("ends every message in error and completes when the account has no sender", async () => {
      const bare = await service.account("no sender", { senders: false });
      const own = new Campaigns(service, bare);
      const id = await own.launched({ list: await own.list(3) });
      await service.drain();
      expect((await own.messages(id)).map(({ error }) => codeOf(error))).toEqual(Array(3).fill("no_sender"));
      await own.expect(id, { status: "completed", progress: { total: 3, error: 3 } });
    });

    it("keeps the text of the launch when the template is edited during the run", async () => {
      const list = await campaigns.list(3);
      const template = await campaigns.template("antes");
      const id = await campaigns.launched({ list, template });
      const edit = (text: string) =>
        service.request.patch(`/v3/templates/${template}`).send({ content: { type: "text", text } });
      await edit("depois").expect(200);
      await expandOnce(service.app, 1);
      await edit("muito depois").expect(200);
      await service.drain();
      expect((await campaigns.messages(id)).map(({ content }) => textOf(content))).toEqual(
        Array(3).fill("antes"),
      );
    });

    it("blocks a message at submission when its number was suppressed after creation", async () => {
      const list = await campaigns.list([{ phone: "+5511988880030" }, { phone: "+5511988880031" }]);
      const id = await campaigns.launched({ list });
      await expandAll(service.app);
      expect((await campaigns.read(id)).progress).toMatchObject({ total: 2, pending: 2 });
      await service.contact({ phone: "+5511988880030", suppressedOn: ["sms"] });
      await service.drain();
      expect(await outcomes(id)).toEqual({ "+5511988880030": "blocked", "+5511988880031": "delivered" });
      expect((await campaigns.read(id)).progress).toMatchObject({ total: 2, blocked: 1, delivered: 1 });
    });

    it("gives messages of an inline send precedence over campaign messages", async () => {
      await campaigns.launched({ list: await campaigns.list(5) });
      await expandAll(service.app);
      const body = {
        channel: "sms",
        content: { type: "text", text: "x" },
        recipients: [{ to: "11988880040" }],
      };
      await service.request.post("/v3/messages").send(body).expect(202);
      const queued = (await service.db("jobs").where({ kind: "submission" }).select("tag", "priority")) as {
        tag: string | null;
        priority: number;
      }[];
      expect(queued.map(({ tag, priority }) => [tag === null, priority])).toEqual(
        expect.arrayContaining([
          [true, 0],
          [false, 1],
        ]),
      );
      await service.drain();
    });

    it("sends webhook events with the campaign's id and gapless sequences", async () => {
      const account = await testAccount(service);
      const own = account.campaigns;
      const hook: Receiver = await receiver();
      try {
        await newEndpoint(service.app, account.accountId, hook.url);
        const phones = ["+5511988880001", "+5511988880002", "+551133330050", "+5511988880004"];
        const list = await own.list(phones.map((phone) => ({ phone })));
        await own.fill(list, 130);
        const id = await own.launched({ list });
        await service.drain();
        const events = hook.requests.flatMap((request) => request.events);
        expect(events.every(({ data }) => data.campaign_id === id)).toBe(true);
        const byMessage = new Map<string, MessageUpdateEvent["data"][]>();
        for (const { data } of events) {
          byMessage.set(data.message_id, [...(byMessage.get(data.message_id) ?? []), data]);
        }
        expect(byMessage.size).toBe(134);
        for (const updates of byMessage.values()) {
          const ordered = [...updates].sort((a, b) => a.sequence - b.sequence);
          expect(ordered.map(({ sequence }) => sequence)).toEqual(ordered.map((_, index) => index + 1));
          expect(ordered.map(({ previous_status }) => previous_status)).toEqual([
            null,
            ...ordered.slice(0, -1).map(({ status }) => status),
          ]);
        }
      } finally {
        await hook.close();
      }
    });
  });

  describe("the recipient snapshot", () => {
    it("ignores contacts that join or leave the list after the launch", async () => {
      const list = await campaigns.list();
      const before = await campaigns.fill(list, 4);
      const id = await campaigns.launched({ list });
      await campaigns.fill(list, 3);
      await remove(list, before[0]);
      const outside = await service.contact({ phone: "+5511988880060" });
      await add(list, outside);
      await service.drain();
      expect((await messaged(id)).sort()).toEqual([...before].sort());
    });

    it("contains a contact once although it leaves and rejoins the list, even during expansion", async () => {
      const list = await campaigns.list();
      const [first, second, third] = await campaigns.fill(list, 3);
      const id = await campaigns.launched({ list });
      for (const contact of [first, third]) {
        await remove(list, contact);
        await add(list, contact);
      }
      await expandOnce(service.app, 1);
      for (const contact of [first, second, third, third]) {
        await remove(list, contact);
        await add(list, contact);
      }
      await remove(list, third);
      await service.drain();
      expect((await messaged(id)).sort()).toEqual([first, second, third].sort());
    });

    it("is separate for two campaigns that run on one list at the same time", async () => {
      const list = await campaigns.list();
      const [first, second] = await campaigns.fill(list, 2);
      const one = await campaigns.launched({ list });
      await remove(list, first);
      const [third] = await campaigns.fill(list, 1);
      const two = await campaigns.launched({ list });
      await remove(list, third);
      await add(list, first);
      await remove(list, second);
      await service.drain();
      expect((await messaged(one)).sort()).toEqual([first, second].sort());
      expect((await messaged(two)).sort()).toEqual([second, third].sort());
    });

    it("contains a contact that is deleted right after the launch", async () => {
      const list = await campaigns.list();
      const [contact] = await campaigns.fill(list, 1);
      const id = await campaigns.launched({ list });
      await service.request.delete(`/v3/contacts/${contact}`).expect(204);
      await service.drain();
      expect(await messaged(id)).toEqual([contact]);
      expect((await campaigns.read(id)).progress).toMatchObject({ total: 1, delivered: 1 });
    });

    it("contains a contact once after it is deleted, restored and added to the list again", async () => {
      const list = await campaigns.list([{ phone: "+5511988880070", name: "Antes" }]);
      const template = await campaigns.template("Oi {{name}}");
      const id = await campaigns.launched({ list, template });
      const found = await service.request.get("/v3/contacts?phone=11988880070").expect(200);
      const [contact] = (found.body as { data: { id: string }[] }).data;
      await service.request.delete(`/v3/contacts/${contact?.id}`).expect(204);
      const body = { phone: "11988880070", name: "Depois" };
      await service.request.post(`/v3/contact-lists/${list}/contacts`).send(body).expect(201);
      await service.drain();
      expect(
        (await campaigns.messages(id)).map((message) => [message.contact_id, textOf(message.content)]),
      ).toEqual([[contact?.id, "Oi Depois"]]);
    });

    it("excludes a restored contact that was added to another list only", async () => {
      const list = await campaigns.list([{ phone: "+5511988880080" }, { phone: "+5511988880081" }]);
      const found = await service.request.get("/v3/contacts?phone=11988880080").expect(200);
      const [contact] = (found.body as { data: { id: string }[] }).data;
      await service.request.delete(`/v3/contacts/${contact?.id}`).expect(204);
      await service.request.post("/v3/contacts").send({ phone: "11988880080" }).expect(201);
      const id = await campaigns.launched({ list });
      await add(await campaigns.list(), contact?.id);
      await service.drain();
      expect(await outcomes(id)).toEqual({ "+5511988880081": "delivered" });
    });

    it("survives the deletion of the list", async () => {
      const list = await campaigns.list(3);
      const id = await campaigns.launched({ list });
      await expandOnce(service.app, 1);
      await service.request.delete(`/v3/contact-lists/${list}`).expect(204);
      await service.drain();
      await campaigns.expect(id, { status: "completed", progress: { total: 3, delivered: 3 } });
    });
  });
});
