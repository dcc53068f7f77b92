import { createServer } from "node:http";
import { etagOf, isRecadoError, type Recado, SIGNATURE_HEADER, verifyWebhook } from "../../src/client";
import { systemEnvironment } from "../../src/client/environment";
import type { Retry } from "../../src/client/retry";
import { recadoIn } from "../../src/client/recado";
import { databases } from "../support/databases";
import { listening } from "../support/listening";
import { receiver } from "../support/receiver";
import { testService } from "../support/service";

const ABSENT = "018f3c1e-7a3b-7c5d-8e9f-0a1b2c3d4e5f";

describe.each(databases)("the client and the service on %s", (kind) => {
  const service = testService(kind);
  let baseUrl = "";
  let close: () => Promise<void>;

  beforeAll(async () => {
    const { url, stop } = await listening(createServer(service.express));
    baseUrl = `${url}/v3`;
    close = stop;
  });

  afterAll(() => close());

  /** Returns a client whose waits advance the service's clock at once. */
  const clientOf = (apiKey: string, onRetry?: (retry: Retry) => void): Recado =>
    recadoIn(
      {
        ...systemEnvironment,
        now: () => service.clock.now(),
        random: () => 0,
        sleep: async (ms) => service.clock.advance(ms),
      },
      { baseUrl, apiKey, onRetry },
    );

  const greeting = { channel: "sms", content: { type: "text", text: "Oi!" } } as const;

  it("waits for the rate limit as long as the service says, and retries", async () => {
    const { key } = await service.account("limited", { rateLimit: 2 });
    const retries: Retry[] = [];
    const recado = clientOf(key, (retry) => void retries.push(retry));
    const before = service.clock.now();
    for (let call = 0; call < 3; call += 1) await recado.senders.list();
    expect(retries).toMatchObject([{ call: "listSenders", retry: 1, because: 429 }]);
    expect(service.clock.now() - before).toBe((retries[0]?.waitSeconds ?? 0) * 1000);
    expect(retries[0]?.waitSeconds).toBeGreaterThan(0);
  });

  it("sends once with one key, and reports a replayed response", async () => {
    const { key } = await service.account("once");
    const recado = clientOf(key);
    const replayed: (string | null)[] = [];
    const send = (to: string) =>
      recado.messages.send(
        { ...greeting, recipients: [{ to }] },
        {
          idempotencyKey: "order-1",
          onResponse: ({ headers }) => void replayed.push(headers.get("Idempotent-Replayed")),
        },
      );
    const first = await send("11 98765-4321");
    expect(await send("11 98765-4321")).toEqual(first);
    expect(replayed).toEqual([null, "true"]);
    await expect(send("11 98765-4322")).rejects.toMatchObject({ status: 409, code: "conflict" });
    expect((await recado.messages.list()).pagination.total).toBe(1);
  });

  it("sends two equal messages with generated keys", async () => {
    const { key } = await service.account("twice");
    const recado = clientOf(key);
    for (let send = 0; send < 2; send += 1) {
      await recado.messages.send({ ...greeting, recipients: [{ to: "11 98765-4321" }] });
    }
    expect((await recado.messages.list()).pagination.total).toBe(2);
  });

  it("iterates a list, newest first, with repeated filters", async () => {
    const { key } = await service.account("many");
    const recado = clientOf(key);
    const recipients = Array.from({ length: 7 }, (_, index) => ({ to: `11 98765-432${index}` }));
    await recado.messages.send({ ...greeting, recipients });
    const ids: string[] = [];
    for await (const { id } of recado.messages.list({ status: ["pending", "sent"], limit: 3 })) ids.push(id);
    expect(ids).toHaveLength(7);
    expect(ids).toEqual([...ids].sort().reverse());
  });

  it("throws the service's errors with their fields", async () => {
    const recado = clientOf(service.key);
    const send = recado.messages.send({ ...greeting, recipients: [{ to: "11 98765-4321" }, { to: "190" }] });
    const error = await send.catch((caught: unknown) => caught);
    if (!isRecadoError(error, "unprocessable_entity")) throw error;
    expect(error.fields.map(({ field }) => field)).toEqual(["recipients[1].to"]);
    expect(error.requestId).toBe(error.response.headers.get("X-Request-Id"));
  });

  describe("parameters that do not compile", () => {
    const recipients = [{ to: "11 98765-4321" }];
    const [text, audio] = [
      { type: "text", text: "Oi!" },
      { type: "audio", file_id: ABSENT },
    ] as const;
    const suggestions = [{ type: "reply", text: "Sim", postback_data: "yes" }];
    const media = { file_id: ABSENT, height: "tall" };
    const card = { type: "card", orientation: "vertical", card: { suggestions } };
    const carousel = { type: "carousel", card_width: "small", cards: [{ media }, { media }] };

    /** Forms that the types refuse. */
    it.each<[string, "messages.send" | "templates.create" | "contactLists.create", Record<string, unknown>]>([
      ["nothing", "messages.send", { recipients }],
      ["content without its channel", "messages.send", { content: text, recipients }],
      ["a channel without content", "messages.send", { channel: "sms", recipients }],
      ["a recording as an SMS", "messages.send", { channel: "sms", content: audio, recipients }],
      [
        "suggestions in an SMS",
        "messages.send",
        { channel: "sms", content: { ...text, suggestions }, recipients },
      ],
      ["text for a voice message", "messages.send", { channel: "voice", content: text, recipients }],
      ["a recording as an RCS message", "messages.send", { channel: "rcs", content: audio, recipients }],
      ["a card with only suggestions", "messages.send", { channel: "rcs", content: card, recipients }],
      ["tall media in a carousel", "messages.send", { channel: "rcs", content: carousel, recipients }],
      ["a card in a template for SMS", "templates.create", { name: "A", channel: "sms", content: card }],
      [
        "channels on a default list",
        "contactLists.create",
        { name: "A", type: "default", channels: ["sms"] },
      ],
    ])("returns 422 for %s", async (_, method, params) => {
      const recado = clientOf(service.key);
      const [resource, name] = method.split(".") as ["messages", "send"];
      await expect(recado[resource][name](params as never)).rejects.toMatchObject({
        status: 422,
        code: "unprocessable_entity",
      });
    });

    it("returns 422 for a send of a template and of content", async () => {
      const recado = clientOf(service.key);
      const { id: template_id } = await recado.templates.create({ name: "Beide", ...greeting });
      for (const more of [greeting, { channel: "sms" }, { content: text }]) {
        const send = recado.messages.send({ template_id, recipients, ...more } as never);
        await expect(send).rejects.toMatchObject({ status: 422 });
      }
    });
  });

  it("throws forbidden for a missing scope, and unauthorized for an unknown key", async () => {
    const limited = clientOf(await service.keyWith(service.accountId, ["messages:read"]));
    await expect(limited.templates.list().then()).rejects.toMatchObject({ code: "forbidden" });
    const unknown = clientOf(`st_${"0".repeat(64)}`);
    await expect(unknown.templates.list().then()).rejects.toMatchObject({ code: "unauthorized" });
  });

  it("manages templates, contacts and lists", async () => {
    const recado = clientOf((await service.account("lives")).key);
    const { id: template_id } = await recado.templates.create({ name: "Aviso", ...greeting });
    expect((await recado.templates.update({ template_id, name: "Lembrete" })).name).toBe("Lembrete");
    await expect(recado.templates.delete({ template_id })).resolves.toBeUndefined();
    const statuses: number[] = [];
    const onResponse = ({ status }: Response) => void statuses.push(status);
    const contact = await recado.contacts.upsert({ phone: "11 98765-4321", name: "Ana" }, { onResponse });
    await recado.contacts.upsert({ phone: "11 98765-4321", name: "Ana Lima" }, { onResponse });
    expect(statuses).toEqual([201, 200]);
    const { id: list_id } = await recado.contactLists.create({ name: "Clientes", type: "default" });
    await recado.contactLists.addMember({ list_id, contact_id: contact.id });
    expect((await recado.contactLists.listMembers({ list_id })).data.map(({ name }) => name)).toEqual([
      "Ana Lima",
    ]);
  });

  it("saves with the ETag that it read, and fails when another caller has saved since", async () => {
    const { key } = await service.account("two editors");
    const [one, other] = [clientOf(key), clientOf(key)];
    const made = await one.templates.create({ name: "Aviso", ...greeting });
    const { id: template_id } = made;
    const read = await other.templates.get({ template_id });
    expect(etagOf(read)).toBe(etagOf(made));
    const saved = await one.templates.update({ template_id, name: "Aviso 1" }, { ifMatch: etagOf(made) });
    const late = other.templates.update({ template_id, name: "Aviso 2" }, { ifMatch: etagOf(read) });
    await expect(late).rejects.toMatchObject({ status: 412, code: "precondition_failed" });
    await one.templates.update({ template_id, name: "Aviso 3" }, { ifMatch: etagOf(saved) });
    expect((await other.templates.get({ template_id })).name).toBe("Aviso 3");
    await expect(other.templates.delete({ template_id }, { ifMatch: etagOf(saved) })).rejects.toMatchObject({
      code: "precondition_failed",
    });
    expect(JSON.parse(JSON.stringify(saved))).toEqual(saved);
    expect(Object.keys(saved)).not.toContain("etag");
  });

  it("throws when the ETag of a list entry or a copy is requested", async () => {
    const { key } = await service.account("without tags");
    const recado = clientOf(key);
    const made = await recado.templates.create({ name: "Aviso", ...greeting });
    const [entry] = (await recado.templates.list()).data;
    for (const one of [entry ?? made, { ...made }]) expect(() => etagOf(one)).toThrow(/There is no ETag/);
  });

  it("verifies the service's webhooks before, during and after a rotation of the secret", async () => {
    const { key } = await service.account("receiver");
    const recado = clientOf(key);
    const hooks = await receiver();
    const { id: webhook_id, secret: first } = await recado.webhooks.create({ url: hooks.url });
    const delivered = async () => {
      await recado.webhooks.test({ webhook_id });
      await service.drain();
      const request = hooks.requests.at(-1);
      if (request === undefined) throw new Error("nothing was delivered");
      const { body, headers } = request;
      const verify = (secret: string) =>
        verifyWebhook(body, headers[SIGNATURE_HEADER], secret, { now: service.clock.now() }).then(
          (events) => events.map(({ type, test }) => [type, test]),
          (error: { reason: string }) => error.reason,
        );
      return verify;
    };
    const believed = [["message_update", true]];
    expect(await (await delivered())(first)).toEqual(believed);
    const { secret: second } = await recado.webhooks.rotateSecret({ webhook_id });
    const during = await delivered();
    expect([await during(first), await during(second)]).toEqual([believed, believed]);
    service.clock.advance(25 * 3_600_000);
    const after = await delivered();
    expect([await after(first), await after(second)]).toEqual(["wrong_signature", believed]);
    await hooks.close();
  });
});
