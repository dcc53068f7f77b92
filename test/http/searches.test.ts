import { once } from "node:events";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import type { components } from "../../generated/schema";
import { tooLong } from "../../src/platform/db/page";
import type { LongReads } from "../../src/platform/db/reads/reads";
import { unprocessable } from "../../src/platform/problem";
import { foldForSearch } from "../../src/platform/search-text";
import { testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { Exchange } from "../support/exchange";
import { readsWith, storeMessages } from "../support/messages";
import { type TestAccount, type TestService, testService } from "../support/service";
import { times } from "../support/times";

type Page = components["schemas"]["MessagePage"];

const SMALL_SLICES = { slices: { first: 3, max: 7, aim: 30 } };

/** Stores messages with these search texts, and returns their ids, oldest first. */
const messages = (service: TestService, accountId: string, texts: readonly string[], status?: "error") =>
  storeMessages(
    service,
    accountId,
    "sms",
    texts.map((search) => ({ search, status })),
  );

const found = async ({ request }: Pick<TestAccount, "request">, query: object): Promise<Page> => {
  const response = await request.get("/v3/messages").query(query);
  expect({ status: response.status, body: response.body as unknown }).toMatchObject({ status: 200 });
  return response.body as Page;
};

describe.each(databases)("a search in slices on %s", (database) => {
  const service = testService(database, readsWith(SMALL_SLICES));

  it("finds exactly the messages that contain the text, for any characters", async () => {
    const letter = fc.constantFrom(..."aAbBãÃé%_\\'\"ß😀ςΣ1 …".match(/./gu)!, "e\u0301");
    const text = fc.array(letter, { maxLength: 12 }).map((letters) => letters.join(""));
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 20 }),
        fc.array(letter, { minLength: 3, maxLength: 5 }).map((letters) => letters.join("")),
        async (texts, searched) => {
          const account = await testAccount(service, { senders: false });
          const ids = await messages(service, account.accountId, texts);
          const folded = foldForSearch(searched);
          const expected = ids
            .filter((_, index) => foldForSearch(texts[index] ?? "").includes(folded))
            .reverse();
          const { data, pagination } = await found(account, { search: searched });
          expect(data.map(({ id }) => id)).toEqual(expected);
          expect(pagination.total).toBe(expected.length);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("returns every page, the exact total and whether there is more", async () => {
    const account = await service.account(`pages ${database}`, { senders: false });
    const texts = times(60, (index) => (index % 3 === 0 ? "pedido" : "outro"));
    const ids = await messages(service, account.accountId, texts);
    const expected = ids.filter((_, index) => index % 3 === 0).reverse();
    for (const limit of [1, 4, 20, 100]) {
      for (let offset = 0; offset <= 24; offset += limit) {
        const { data, pagination } = await found(account, { search: "pedido", limit, offset });
        expect(data.map(({ id }) => id)).toEqual(expected.slice(offset, offset + limit));
        expect(pagination).toEqual({ total: 20, limit, offset, has_more: offset + limit < 20 });
      }
    }
  });

  it("combines with every other filter", async () => {
    const account = await testAccount(service);
    const { exchange } = account;
    const templates = [
      await exchange.template({ text: "pedido {{n}}" }),
      await exchange.template({ text: "oi {{n}}" }),
    ];
    const sent: { id: string; template: string; text: string }[] = [];
    for (let n = 0; n < 12; n++) {
      const template = templates[n % 2] ?? "";
      const id = await exchange.sendOne({ template }, `+55119${20_000_000 + n}`, {
        n: n < 6 ? "um" : "dois",
      });
      sent.push({ id, template, text: `${n % 2 === 0 ? "pedido" : "oi"} ${n < 6 ? "um" : "dois"}` });
      service.clock.advance(1_000);
    }
    const errors = await messages(service, account.accountId, ["pedido um", "pedido dois"], "error");
    const expectFound = async (query: object, ids: readonly string[]) => {
      const { data, pagination } = await found(account, query);
      expect({ query, ids: data.map(({ id }) => id) }).toEqual({ query, ids: [...ids].reverse() });
      expect({ query, total: pagination.total }).toEqual({ query, total: ids.length });
    };
    const where = (holds: (one: (typeof sent)[number]) => boolean) => sent.filter(holds).map(({ id }) => id);
    await expectFound(
      { search: "dois", template_id: templates[0] },
      where((one) => one.text === "pedido dois"),
    );
    await expectFound(
      { search: "dois", template_id: templates },
      where((one) => one.text.endsWith("dois")),
    );
    await expectFound({ search: "pedido", status: ["error", "pending"] }, [
      ...where((one) => one.text.startsWith("pedido")),
      ...errors,
    ]);
    await expectFound({ search: "pedido", status: "pending", template_id: templates[1] }, []);
    await expectFound({ search: "do um", channel: ["sms", "rcs"], status: "error" }, errors.slice(0, 1));
    const { created_at } = await exchange.message(sent[8]?.id ?? "");
    await expectFound(
      { search: "pedido", from: created_at, template_id: templates },
      where((one) => [8, 10].some((n) => sent[n] === one)),
    );
    await expectFound(
      { search: "pedido", to: created_at, status: "pending" },
      where((one) => [0, 2, 4, 6, 8].some((n) => sent[n] === one)),
    );
    await expectFound({ channel: "rcs" }, []);
    await expectFound(
      { status: ["sent", "pending"] },
      where(() => true),
    );
  });

  it("returns a page behind more than 1,000 messages", async () => {
    const account = await testAccount(service, { senders: false });
    const { exchange } = account;
    const ids = (
      await exchange.send(
        { text: "oi" },
        times(1_000, (index) => `+55119${30_000_000 + index}`),
      )
    ).concat(
      await exchange.send(
        { text: "oi" },
        times(20, (index) => `+55119${40_000_000 + index}`),
      ),
    );
    const { data, pagination } = await found(account, { offset: 1_005, limit: 10 });
    expect(data.map(({ id }) => id)).toEqual([...ids].reverse().slice(1_005, 1_015));
    expect(pagination).toMatchObject({ total: 1_020, has_more: true });
  });

  it("finds a message immediately after its send", async () => {
    const exchange = new Exchange(service);
    for (let n = 0; n < 10; n++) {
      const id = await exchange.sendOne({ text: `agora ${n}` }, "+5511987654321");
      expect((await found(service, { search: `agora ${n}` })).data.map((one) => one.id)).toEqual([id]);
    }
  });
});

describe.each(databases)("a maximally expensive search on %s", (database) => {
  // The large budget makes the test independent of the machine's speed: it checks who waits for whom.
  const service = testService(database, readsWith({ budgetMs: 600_000 }));
  const LONG = "a".repeat(3_072);
  /** Searches of the maximum length that almost match everywhere. */
  const worst = [`${"a".repeat(119)}b`, `b${"a".repeat(119)}`, `${"a".repeat(60)}b${"a".repeat(59)}`];

  it("lets other accounts search and list while twelve searches run", async () => {
    await messages(
      service,
      service.accountId,
      times(1_500, () => LONG),
    );
    const other = await service.account(`other ${database}`);
    await new Exchange(service, other).send({ text: "procurado" }, "+5511987654321");
    let responded = 0;
    const costly = times(12, async (index) => {
      const response = await service.request.get("/v3/messages").query({ search: worst[index % 3] });
      responded += 1;
      return { status: response.status, body: response.body as unknown };
    });
    const others: { status: number; before: number }[] = [];
    for (const path of ["/v3/messages?search=procurado", "/v3/messages", "/v3/templates?search=procurado"]) {
      const { status } = await other.request.get(path);
      others.push({ status, before: responded });
    }
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
    // The other account's search waited for only a few of the expensive ones.
    expect(others[0]?.before).toBeLessThan(6);
    const nothing = { status: 200, body: { data: [], pagination: { total: 0 } } };
    expect(await Promise.all(costly)).toMatchObject(times(12, () => nothing));
  });
});

describe.each(databases)("a search that takes too long on %s", (database) => {
  let now = 0;
  // Each reading of the stopwatch is a second later, so that a few slices exceed the budget of a read.
  const service = testService(database, readsWith({ ...SMALL_SLICES, stopwatch: () => (now += 1_000) }));

  it("returns 422 and suggests filters", async () => {
    await messages(
      service,
      service.accountId,
      times(40, () => "oi"),
    );
    const response = await service.request.get("/v3/messages").query({ status: "blocked", search: "nada" });
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({
      error: {
        code: "unprocessable_entity",
        message: "This takes longer than 5 s",
        fields: [
          {
            field: "search",
            message:
              "takes too long here: narrow it with from and to, recipient, template_id, campaign_id or batch_id",
          },
        ],
      },
    });
    const offsetFirst = tooLong({ offset: 40, limit: 10, channel: "sms" }, "narrow it");
    expect(offsetFirst).toEqual({ field: "channel", message: "takes too long here: narrow it" });
    for (const field of ["purpose", "tag"])
      expect(tooLong({ status: ["sent"], [field]: ["x"] }, "narrow it").field).toBe(field);
    const narrowed = await service.request
      .get("/v3/messages")
      .query({ search: "nada", recipient: "+5511910000000" });
    expect(narrowed.status).toBe(200);
  });
});

describe("a list that cannot be read in time", () => {
  const reads: LongReads = {
    of: (_, problem) => () => Promise.reject(unprocessable("This takes longer than 5 s", [problem])),
    stop: async () => {},
  };
  const service = testService("SQLite", { override: () => ({ reads }) });

  it.each([
    ["templates", "search"],
    ["contacts", "search"],
    ["contact-lists", "search"],
    ["contact-lists/LIST/contacts", "search"],
    ["messages", "search"],
    ["inbound-messages", "search"],
    ["inbound-rcs-events", "search"],
    ["campaigns", "search"],
    ["conversations", "search"],
    ["usage", "from"],
    ["consents", "from"],
  ])("returns 422 at /%s and names the field", async (path, field) => {
    const list = await service.request
      .post("/v3/contact-lists")
      .send({ name: `Clientes ${path}`, type: "default" })
      .expect(201);
    const { id } = list.body as { id: string };
    const time = path === "consents" ? "T00:00:00Z" : "";
    const query = field === "search" ? { search: "nada" } : { from: `2026-01-01${time}` };
    const response = await service.request.get(`/v3/${path.replace("LIST", id)}`).query(query);
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ error: { code: "unprocessable_entity", fields: [{ field }] } });
  });

  it("returns 422 for the consents of a contact, and names a list with filters", async () => {
    const id = await service.contact({ phone: "+5511987651234" });
    const response = await service.request.get(`/v3/contacts/${id}/consents`);
    expect(response.status).toBe(422);
    const message = "takes too long here: list all consents instead, with phone, from and to";
    expect(response.body).toMatchObject({ error: { fields: [{ field: "limit", message }] } });
  });
});

describe("a search whose client disconnects", () => {
  let markArrival: (signal: AbortSignal) => void = () => {};
  const arrived = new Promise<AbortSignal>((resolve) => (markArrival = resolve));
  // The read never returns, so only the client's disconnection ends it.
  const reads: LongReads = {
    of:
      ({ signal }) =>
      () =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason as Error));
          markArrival(signal);
        }),
    stop: async () => {},
  };
  const service = testService("SQLite", { override: () => ({ reads }) });

  it("is aborted", async () => {
    const server = service.express.listen(0, "127.0.0.1");
    await once(server, "listening");
    const client = new AbortController();
    const { port } = server.address() as AddressInfo;
    const response = fetch(`http://127.0.0.1:${port}/v3/messages?search=pedido`, {
      headers: { "X-API-Key": service.key },
      signal: client.signal,
    });
    const signal = await arrived;
    expect(signal.aborted).toBe(false);
    const left = once(signal, "abort");
    client.abort();
    await expect(response).rejects.toThrow("aborted");
    await left;
    server.close();
    await once(server, "close");
  });
});
