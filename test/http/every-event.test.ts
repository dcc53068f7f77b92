import { retryAll, scriptedCarrier } from "../support/carrier";
import { storedFile } from "../support/files";
import { type Receiver, receiver } from "../support/receiver";
import { testService } from "../support/service";

const TO = "+5511987654321";

describe("message_update events", () => {
  const service = testService("SQLite");
  const unreachable = testService("SQLite", {
    override: () => {
      const { carrier, behaves } = scriptedCarrier();
      behaves(retryAll);
      return { carriers: new Map([[carrier.name, carrier]]) };
    },
  });
  let target: Receiver;

  beforeEach(async () => {
    target = await receiver();
  });
  afterEach(() => target.close());

  type Account = Awaited<ReturnType<typeof service.account>>;

  const listen = (account: Account) =>
    account.request.post("/v3/webhooks").send({ url: target.url }).expect(201);

  const send = (account: Account, message: object, recipient: object = {}) =>
    account.request
      .post("/v3/messages")
      .send({ ...message, recipients: [{ to: TO, client_reference: "order 7", ...recipient }] })
      .expect(202);

  const data = () => target.requests.flatMap(({ events }) => events.map((event) => event.data));

  const text = (value: string) => ({ channel: "sms", content: { type: "text", text: value } });

  it.each<[string, object, object]>([
    ["missing_variable", text("{{ name }}"), {}],
    ["empty_content", text("{{ name }}"), { variables: { name: " " } }],
    ["content_too_long", text("{{ name }}".repeat(20)), { variables: { name: "a".repeat(500) } }],
    [
      "not_encodable",
      { channel: "sms", content: { type: "text", text: "{{ name }}", encoding: "gsm7" } },
      { variables: { name: "😀" } },
    ],
    ["landline", text("Oi"), { to: "+551133334444" }],
    [
      "media_unavailable",
      {
        channel: "rcs",
        content: {
          type: "card",
          orientation: "vertical",
          card: { media: { file_id: "01a1f8d3-ea00-7b3f-8d21-5c7e9a0b4f16", height: "short" } },
        },
      },
      {},
    ],
  ])("reports an error at creation: %s", async (code, message, recipient) => {
    const account = await service.account(code);
    await listen(account);
    await send(account, message, recipient);
    await service.drain();
    expect(data()).toMatchObject([{ status: "error", error: { code }, client_reference: "order 7" }]);
  });

  it("reports a missing sender", async () => {
    const account = await service.account("no sender", { senders: false });
    await listen(account);
    await send(account, text("Oi"));
    await service.drain();
    expect(data()).toMatchObject([{ status: "error", error: { code: "no_sender" } }]);
  });

  it("reports a blocked message", async () => {
    const account = await service.account("blocked");
    await service.contact({ phone: TO, suppressedOn: ["sms"], accountId: account.accountId });
    await listen(account);
    await send(account, text("Oi"));
    await service.drain();
    expect(data()).toMatchObject([{ status: "blocked", previous_status: null, error: null }]);
  });

  it("reports a read message, and the last status of a call", async () => {
    const account = await service.account("read");
    await listen(account);
    const file = await storedFile(service, "audio", account);
    await send(account, { channel: "rcs", content: { type: "text", text: "Oi" } }, { to: "+5511987650004" });
    await send(account, { channel: "voice", content: { type: "audio", file_id: file } });
    await service.drain();
    const last = (channel: string) =>
      data()
        .filter((one) => one.channel === channel)
        .sort((a, b) => a.sequence - b.sequence)
        .at(-1);
    expect(last("rcs")).toMatchObject({ status: "read", previous_status: "delivered" });
    expect(last("voice")).toMatchObject({ status: "delivered" });
  });

  it("reports an unreachable carrier", async () => {
    const account = await unreachable.account("unreachable");
    await listen(account);
    const { body } = await send(account, text("Oi"));
    const id = (body as { data: { message_id: string }[] }).data[0]?.message_id;
    const status = async () => {
      const message = await account.request.get(`/v3/messages/${id}`).expect(200);
      return message.body as { status: string; error: { code: string } | null };
    };
    for (let tries = 0; tries < 20 && (await status()).status === "pending"; tries++) {
      await unreachable.drain();
      unreachable.clock.advance(3_600_000);
    }
    await unreachable.drain();
    expect(await status()).toMatchObject({ status: "failed", error: { code: "carrier_unreachable" } });
    expect(data()).toMatchObject([
      { status: "pending" },
      { status: "failed", error: { code: "carrier_unreachable", carrier_code: null } },
    ]);
  });
});
