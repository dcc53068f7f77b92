import type { components } from "../../generated/schema";
import { HOUR } from "../../src/platform/time";
import { type Account, testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { type ReceiverResponse, testReceivers } from "../support/receiver";
import { testService } from "../support/service";

type WebhookDeliveryPage = components["schemas"]["WebhookDeliveryPage"];

describe.each(databases)("the webhook deliveries of a message on %s", (database) => {
  const service = testService(database);
  const newReceiver = testReceivers();

  const newAccount = () => testAccount(service);
  /** Creates an endpoint whose receiver returns these responses. */
  const newEndpoint = async ({ request }: Account, ...responses: ReceiverResponse[]) => {
    const target = await newReceiver(...responses);
    const types = { event_types: ["message_update", "inbound_message"] };
    const { body } = await request
      .post("/v3/webhooks")
      .send({ url: target.url, ...types })
      .expect(201);
    return { target, id: (body as { id: string }).id };
  };
  const send = async ({ request }: Account, ...to: string[]): Promise<string[]> => {
    const content = { type: "text", text: "Oi" };
    const recipients = to.map((number) => ({ to: number }));
    const sent = await request.post("/v3/messages").send({ channel: "sms", content, recipients }).expect(202);
    return (sent.body.data as { message_id: string }[]).map(({ message_id }) => message_id);
  };
  const pageOf = async ({ request }: Account, id: string | undefined, query = "") => {
    const { body } = await request.get(`/v3/messages/${id}/webhook-deliveries${query}`).expect(200);
    return body as WebhookDeliveryPage;
  };
  const deliveriesOf = async (account: Account, id: string | undefined) => (await pageOf(account, id)).data;

  it("lists the deliveries of its events to every endpoint", async () => {
    const account = await newAccount();
    const endpoints = [await newEndpoint(account), await newEndpoint(account)];
    const ids = await send(account, "+5511987654321", "+5511987654322", "+5511987654323");
    await service.drain();
    await service.drain();
    for (const id of ids) {
      const listed = await deliveriesOf(account, id);
      for (const endpoint of endpoints) {
        const requests = endpoint.target.requests.filter(({ events }) =>
          events.some(({ data }) => data.message_id === id),
        );
        expect(requests).not.toHaveLength(0);
        const delivered = listed.filter(({ webhook_id }) => webhook_id === endpoint.id);
        expect(delivered.map(({ event_ids }) => event_ids).reverse()).toEqual(
          requests.map(({ events }) => events.map((event) => event.id)),
        );
      }
      expect(listed.map(({ webhook_id }) => webhook_id).sort()).toEqual(
        endpoints.flatMap((one) => one.target.requests.map(() => one.id)).sort(),
      );
    }
  });

  it("excludes deliveries of other messages and of inbound messages", async () => {
    const account = await newAccount();
    await newEndpoint(account);
    const [first] = await send(account, "+5511987654321");
    await service.drain();
    await service.drain();
    const before = await deliveriesOf(account, first);
    const [second] = await send(account, "+5511987654321");
    await service.drain();
    await service.drain();
    expect(await deliveriesOf(account, first)).toEqual(before);
    const ids = before.map(({ id }) => id);
    expect((await deliveriesOf(account, second)).filter(({ id }) => ids.includes(id))).toEqual([]);
    expect(before.map(({ event_type }) => event_type)).toEqual(before.map(() => "message_update"));
  });

  it("shows the newest first, in pages", async () => {
    const account = await newAccount();
    await newEndpoint(account);
    const [id] = await send(account, "+5511987654321");
    await service.drain();
    await service.drain();
    const all = await deliveriesOf(account, id);
    expect(all.map((one) => one.id)).toEqual(
      all
        .map((one) => one.id)
        .sort()
        .reverse(),
    );
    const page = await pageOf(account, id, "?limit=1&offset=1");
    expect(page.data).toEqual([all[1]]);
    expect(page.pagination).toEqual({ total: all.length, limit: 1, offset: 1, has_more: all.length > 2 });
  });

  it("lists a delivery once, from its first attempt on", async () => {
    const account = await newAccount();
    const { id: webhook } = await newEndpoint(account, 503, 503, 503, 204);
    const [id] = await send(account, "+5511987654321");
    expect(await deliveriesOf(account, id)).toEqual([]);
    await service.drain();
    const tried = await deliveriesOf(account, id);
    expect(tried).not.toHaveLength(0);
    for (const one of tried) {
      expect(one).toMatchObject({ status: "pending", attempts: [{ response_status: 503 }] });
      expect(one.next_attempt_at).not.toBeNull();
    }
    await service.drainAfter(HOUR);
    const [oldest] = (await deliveriesOf(account, id)).slice(-1);
    await account.request.post(`/v3/webhooks/${webhook}/deliveries/${oldest?.id}/retry`).expect(202);
    await service.drain();
    const after = await deliveriesOf(account, id);
    expect(after.map((one) => one.id).slice(-tried.length)).toEqual(tried.map((one) => one.id));
    expect(after.at(-1)?.attempts.length).toBeGreaterThan(2);
  });

  it("excludes deliveries of a deleted endpoint", async () => {
    const account = await newAccount();
    const [remaining, deleted] = [await newEndpoint(account), await newEndpoint(account)];
    const [id] = await send(account, "+5511987654321");
    await service.drain();
    await account.request.delete(`/v3/webhooks/${deleted.id}`).expect(204);
    const page = await pageOf(account, id);
    expect(new Set(page.data.map(({ webhook_id }) => webhook_id))).toEqual(new Set([remaining.id]));
    expect(page.pagination.total).toBe(page.data.length);
  });

  it("returns an empty page for an account without endpoints", async () => {
    const account = await newAccount();
    const [id] = await send(account, "+5511987654321");
    await service.drain();
    expect((await pageOf(account, id)).pagination.total).toBe(0);
  });
});
