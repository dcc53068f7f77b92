import type { components } from "../../generated/schema";
import { setAccount } from "../../src/features/accounts/accounts.store";
import { PLACEHOLDER_PRICES } from "../../src/features/accounts/prices";
import { CHANNELS, type Channel } from "../../src/messaging/channel";
import { toTimestamp } from "../../src/platform/time";
import { testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { storedFile } from "../support/files";
import { type TestAccount, testService } from "../support/service";

type Account = components["schemas"]["Account"];

const MIB = 1024 * 1024;

describe.each(databases)("the account on %s", (database) => {
  const service = testService(database);
  const newAccount = (rateLimit?: number) => testAccount(service, { rateLimit });
  const read = async ({ request }: Pick<TestAccount, "request">) =>
    (await request.get("/v3/account").expect(200)).body as Account;

  it("returns the account of the key with placeholder prices and the limits of the service", async () => {
    const account = await newAccount();
    const lists = await account.request.get("/v3/contact-lists").expect(200);
    const [provisioned] = (lists.body as { data: { id: string }[] }).data;
    expect(await read(account)).toEqual({
      id: account.accountId,
      name: account.name,
      created_at: toTimestamp(service.clock.now()),
      prices: {
        currency: "BRL",
        unit: "micro",
        ...PLACEHOLDER_PRICES,
        placeholders: ["sms", "rcs", "voice"],
      },
      limits: {
        requests_per_minute: service.app.config.rateLimit,
        concurrent_requests: 64,
        body_bytes: 2 * MIB,
        recipients_per_request: 1_000,
        upload_bytes: { audio: 5 * MIB, image: 2 * MIB, video: 10 * MIB, csv: 50 * MIB },
        webhooks: 10,
      },
      time_zone: "America/Sao_Paulo",
      provisioned_list_id: provisioned?.id,
    });
  });

  it("accepts a key of any scope and only a valid key", async () => {
    const account = await newAccount();
    for (const scopes of [[], ["files:read"]]) {
      const request = service.agent(await service.keyWith(account.accountId, scopes));
      expect((await read({ request })).id).toBe(account.accountId);
    }
    await service.anonymous.get("/v3/account").expect(401);
  });

  it("returns the prices that the operator has set, and names the remaining placeholders", async () => {
    const account = await newAccount();
    const set = (prices: Partial<Record<Channel, number | null>>) =>
      setAccount(service.db, account.accountId, { prices });
    await set({ sms: 75_000, voice: 0 });
    expect((await read(account)).prices).toMatchObject({
      sms: 75_000,
      rcs: 120_000,
      voice: 0,
      placeholders: ["rcs"],
    });
    await set({ sms: null });
    expect((await read(account)).prices).toMatchObject({ sms: 80_000, placeholders: ["sms", "rcs"] });
  });

  it("returns the prices of a preview with one segment", async () => {
    const account = await newAccount();
    await setAccount(service.db, account.accountId, { prices: { sms: 71_000, rcs: 92_000, voice: 113_000 } });
    const audio = await storedFile(service, "audio", { accountId: account.accountId });
    const text = { type: "text", text: "Oi" };
    const contents = { sms: text, rcs: text, voice: { type: "audio", file_id: audio } };
    const { prices } = await read(account);
    for (const channel of CHANNELS) {
      const { body } = await account.request
        .post("/v3/messages/preview")
        .send({ channel, content: contents[channel], recipients: [{ to: "11987654321" }] })
        .expect(200);
      expect(body).toMatchObject({ data: [{ status: "pending", price: prices[channel] }] });
    }
  });

  it("returns the same rate limit as the headers", async () => {
    const account = await newAccount(37);
    const response = await account.request.get("/v3/account").expect(200);
    expect((response.body as Account).limits.requests_per_minute).toBe(37);
    expect(response.headers["ratelimit-limit"]).toBe("37");
  });

  it("returns limits that the service enforces", async () => {
    const account = await newAccount();
    const { request } = account;
    const { limits } = await read(account);
    const recipients = (count: number) => Array.from({ length: count }, () => ({ to: "11987654321" }));
    const preview = (count: number) =>
      request
        .post("/v3/messages/preview")
        .send({ channel: "sms", content: { type: "text", text: "Oi" }, recipients: recipients(count) });
    await preview(limits.recipients_per_request).expect(200);
    await preview(limits.recipients_per_request + 1).expect(400);

    // A body of exactly the limit is read, and refused for its field alone.
    const ofBytes = (bytes: number) => {
      const empty = JSON.stringify({ padding: "" }).length;
      return request
        .post("/v3/contacts")
        .set("Content-Type", "application/json")
        .send(JSON.stringify({ padding: "x".repeat(bytes - empty) }));
    };
    await ofBytes(limits.body_bytes).expect(400);
    await ofBytes(limits.body_bytes + 1).expect(413);

    const types = { audio: "audio/mpeg", image: "image/png", video: "video/mp4", csv: "text/csv" } as const;
    for (const [kind, content_type] of Object.entries(types)) {
      const usage = kind === "csv" ? "contact_import" : "template_media";
      const size = limits.upload_bytes[kind as keyof typeof types];
      const upload = (size_bytes: number) =>
        request.post("/v3/files/upload-url").send({ usage, content_type, size_bytes });
      await upload(size).expect(200);
      await upload(size + 1).expect(413);
    }

    const addWebhook = () => request.post("/v3/webhooks").send({ url: "https://loja.example/eventos" });
    for (let count = 0; count < limits.webhooks; count++) await addWebhook().expect(201);
    await addWebhook().expect(409);
  });

  it("rejects a parameter", async () => {
    await service.request.get("/v3/account?limit=1").expect(400);
  });
});
