import type { components } from "../../generated/schema";
import { type Account, testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { importBench } from "../support/imports";
import { testService } from "../support/service";

type Schemas = components["schemas"];

const A = "+5511987651234";
const B = "+5511987651299";
const C = "+5511987651288";

describe.each(databases)("changed numbers of opted-out contacts on %s", (database) => {
  const service = testService(database);

  const contactOf = async ({ request }: Account, phone: string) =>
    (await request.post("/v3/contacts").send({ phone })).body as Schemas["Contact"];
  const contactsPath = async ({ exchange }: Account) =>
    `/v3/contact-lists/${(await exchange.provisionedList()).id}/contacts`;
  const importInto = async (account: Account, phone: string) => {
    const bench = importBench(service, () => account);
    const { id } = await account.exchange.provisionedList();
    await bench.start(id, await bench.upload(`telefone\n${phone}\n`));
    await bench.work();
  };
  type OptOut = readonly [string, (account: Account, phone: string) => Promise<unknown>];
  const additions: readonly OptOut[] = [
    ["an import", importInto],
    [
      "a request with the number",
      async (account, phone) => account.request.post(await contactsPath(account)).send({ phone }),
    ],
    [
      "a request with the contact",
      async (account, phone) => {
        const { id } = await contactOf(account, phone);
        await account.request.put(`${await contactsPath(account)}/${id}`).expect(204);
      },
    ],
  ];
  const optOuts: readonly OptOut[] = [
    ...additions,
    ["a reply", ({ exchange }, phone) => exchange.reply(phone, "SAIR")],
    [
      "a revocation",
      ({ exchange }, phone) => exchange.posted("/v3/consents", { phone, status: "revoked" }, 201),
    ],
  ];
  const changeNumber = async ({ request }: Account, id: string, ...phones: readonly string[]) => {
    for (const phone of phones) {
      service.clock.advance(1_000);
      await request.patch(`/v3/contacts/${id}`).send({ phone }).expect(200);
    }
    service.clock.advance(1_000);
  };
  const statusesOf = async ({ exchange }: Account, phone: string) =>
    (await exchange.consents({ phone })).map(({ status }) => status);
  /** Returns the numbers that get no messages. */
  const suppressed = async ({ exchange }: Account) => {
    const recipients = [A, B, C].map((to) => ({ to }));
    const body = { channel: "sms", purpose: "otp", content: { type: "text", text: "Oi" }, recipients };
    const path = "/v3/messages/preview";
    const { data } = await exchange.posted<{ data: Schemas["PreviewResult"][] }>(path, body, 200);
    return data.filter(({ block_reason }) => block_reason === "suppressed").map(({ to }) => to);
  };

  it.each(optOuts)("frees a mistyped number of a contact that opted out by %s", async (_, optOut) => {
    const account = await testAccount(service);
    const { id } = await contactOf(account, A);
    await optOut(account, A);
    await changeNumber(account, id, B);
    expect(await suppressed(account)).toEqual([A, B]);
    await changeNumber(account, id, C, A, B, A);
    expect(await suppressed(account)).toEqual([A]);
    expect(await statusesOf(account, A)).toEqual(["revoked"]);
    expect(await account.exchange.consents()).toHaveLength(1);
    await account.exchange.reply(A, "VOLTAR");
    expect(await suppressed(account)).toEqual([]);
  });

  it.each(optOuts)("keeps a later number suppressed that itself opted out by %s", async (_, optOut) => {
    const account = await testAccount(service);
    await account.exchange.reply(A, "SAIR");
    const { id } = await contactOf(account, A);
    await changeNumber(account, id, B);
    await optOut(account, B);
    await changeNumber(account, id, C, A);
    expect(await suppressed(account)).toEqual([A, B]);
  });

  it.each(additions)("records the changed number of a member once when %s repeats", async (_, add) => {
    const account = await testAccount(service);
    await add(account, A);
    const { id } = await contactOf(account, A);
    await changeNumber(account, id, B);
    for (let repetition = 0; repetition < 3; repetition++) await add(account, B);
    expect(await statusesOf(account, A)).toEqual(["revoked"]);
    expect(await statusesOf(account, B)).toEqual(["revoked"]);
  });

  it("records the number of a membership that precedes the ledger, and no later number", async () => {
    const account = await testAccount(service);
    const { id } = await contactOf(account, C);
    await changeNumber(account, id, A);
    await account.exchange.reply(A, "SAIR");
    await service.db("consent_states").where({ account_id: account.accountId }).delete();
    await service.db("consents").where({ account_id: account.accountId }).delete();
    await changeNumber(account, id, B, A, B, C);
    await account.request.delete(`${await contactsPath(account)}/${id}`).expect(204);
    expect(await suppressed(account)).toEqual([A]);
    expect(await statusesOf(account, A)).toEqual(["revoked"]);
    expect(await statusesOf(account, B)).toEqual([]);
  });

  it("keeps the number suppressed with which a restored contact joins the list again", async () => {
    const account = await testAccount(service);
    await account.exchange.reply(A, "SAIR");
    const { id } = await contactOf(account, A);
    await changeNumber(account, id, B);
    await account.request.delete(`/v3/contacts/${id}`).expect(204);
    await account.exchange.reply(B, "VOLTAR");
    service.clock.advance(1_000);
    expect((await contactOf(account, B)).id).toBe(id);
    await account.exchange.reply(B, "SAIR");
    await changeNumber(account, id, C, B, C);
    await account.request.delete(`${await contactsPath(account)}/${id}`).expect(204);
    expect(await suppressed(account)).toEqual([A, B]);
  });

  it("changes nothing when a number is corrected to the same number in another spelling", async () => {
    const account = await testAccount(service);
    await account.exchange.reply(A, "SAIR");
    const { id } = await contactOf(account, A);
    await changeNumber(account, id, "11 8765-1234", "(11) 98765-1234", B, "11 8765-1234");
    expect(await suppressed(account)).toEqual([A]);
    expect(await account.exchange.consents()).toHaveLength(1);
  });

  it("keeps the last number of a deleted contact suppressed", async () => {
    const account = await testAccount(service);
    await account.exchange.reply(A, "SAIR");
    const { id } = await contactOf(account, A);
    await changeNumber(account, id, B, C);
    await account.request.delete(`/v3/contacts/${id}`).expect(204);
    expect(await suppressed(account)).toEqual([A, C]);
  });
});
