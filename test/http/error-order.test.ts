import { HOUR } from "../../src/platform/time";
import { Campaigns } from "../support/campaigns";
import { databases } from "../support/databases";
import { testService } from "../support/service";
import { times } from "../support/times";

const ABSENT = "01a1f8d3-ea00-7b3f-8d21-5c7e9a0b4f16";

interface Case {
  what: string;
  method: "patch" | "post" | "put";
  /** Returns a request that fails with `code`, for another reason than its `unprocessable` part. */
  faulty: (
    campaigns: Campaigns,
  ) => Promise<{ path: string; headers?: Record<string, string>; body?: object }>;
  /** Part of the body that alone makes a request fail with 422. */
  unprocessable: object;
  code: string;
}

describe.each(databases)("the order of errors on %s", (database) => {
  const service = testService(database);
  const repeated = { tags: ["a", "a"] };
  const invalidWindow = { windows: [{ days: ["mon"], from: "18:00", to: "08:00" }] };
  const recipients = [{ to: "11987651234" }];
  const past = () => new Date(service.clock.now() - HOUR).toISOString();

  const sentMessage = async () => {
    const body = { channel: "sms", content: { type: "text", text: "Oi" }, recipients };
    const sent = await service.request.post("/v3/messages").send(body).expect(202);
    await service.drain();
    return (sent.body as { data: { message_id: string }[] }).data[0]?.message_id ?? "";
  };
  const filledWithWebhooks = async () => {
    const account = await service.account(`ten webhooks ${database}`);
    const body = { url: "https://a.example" };
    for (const _ of times(10, () => 0)) await account.request.post("/v3/webhooks").send(body).expect(201);
    return account.key;
  };

  const cases: Case[] = [
    {
      what: "a move of an unknown message to the past",
      method: "patch",
      faulty: async () => ({ path: `/messages/${ABSENT}`, body: { send_at: past() } }),
      unprocessable: {},
      code: "not_found",
    },
    {
      what: "a move of a submitted message to the past",
      method: "patch",
      faulty: async () => ({ path: `/messages/${await sentMessage()}`, body: { send_at: past() } }),
      unprocessable: {},
      code: "invalid_state",
    },
    {
      what: "an outdated change of a sending rule to an empty window",
      method: "put",
      faulty: async () => ({ path: "/sending-rules/marketing", headers: { "If-Match": '"old"' } }),
      unprocessable: invalidWindow,
      code: "precondition_failed",
    },
    ...["/messages", "/messages/preview"].map((path): Case => ({
      what: `POST ${path} with an unknown template and repeated tags`,
      method: "post",
      faulty: async () => ({ path, body: { template_id: ABSENT, recipients } }),
      unprocessable: repeated,
      code: "not_found",
    })),
    {
      what: "a change of a campaign to a taken name and repeated tags",
      method: "patch",
      faulty: async (campaigns) => {
        const name = campaigns.name();
        await campaigns.draft({ name });
        return { path: `/campaigns/${await campaigns.draft()}`, body: { name } };
      },
      unprocessable: repeated,
      code: "conflict",
    },
    {
      what: "a change of the tags of a running campaign to repeated tags",
      method: "patch",
      faulty: async (campaigns) => ({ path: `/campaigns/${await campaigns.inStatus("running")}` }),
      unprocessable: repeated,
      code: "invalid_state",
    },
    {
      what: "an eleventh webhook endpoint with an unsupported URL",
      method: "post",
      faulty: async () => ({ path: "/webhooks", headers: { "X-API-Key": await filledWithWebhooks() } }),
      unprocessable: { url: "ftp://a.example" },
      code: "conflict",
    },
  ];

  it.each(cases)("returns $code before 422 for $what", async ({ method, faulty, unprocessable, code }) => {
    const { path, headers = {}, body = {} } = await faulty(new Campaigns(service));
    const response = await service.request[method](`/v3${path}`)
      .set(headers)
      .send({ ...body, ...unprocessable });
    expect(response.body).toMatchObject({ error: { code } });
  });
});
