import { type Contact, type ContactList, RecadoError } from "../../src/client";
import { contactsCsv } from "../../src/web/console/page/contacts/csv";
import { changesOf } from "../../src/web/console/page/contacts/rules";
import { withPage } from "../../src/web/console/page/contacts/selection";
import { campaignCounts } from "../../src/web/console/page/lists/rules";
import { nextOrder, orderOf, shownOrder } from "../../src/web/console/page/parts/list-order";
import { type RateLimitOptions, runEach } from "../../src/web/console/page/service/run-each";
import { en } from "../../src/web/console/page/texts/en";
import { pt } from "../../src/web/console/page/texts/pt";

const contact = (id: string, more: Partial<Contact> = {}) =>
  ({
    id,
    name: id,
    phone: "+5511987654321",
    attributes: {},
    list_ids: [],
    memberships: [],
    ...more,
  }) as unknown as Contact;

describe("the update of an edited contact", () => {
  const base = { phone: "+5511987654321", name: "Ana", attributes: { loja: "Sé", cor: "azul", mes: "maio" } };

  it("keeps the variables of the latest version in their order", () => {
    const entered = { ...base, attributes: { loja: "Lapa", mes: "maio", dia: "7" } };
    const latest = { attributes: { loja: "Sé", cor: "azul", mes: "junho", cep: "01001" } };
    const { attributes } = changesOf(base, entered, latest);
    expect(Object.entries(attributes ?? {})).toEqual([
      ["loja", "Lapa"],
      ["mes", "junho"],
      ["cep", "01001"],
      ["dia", "7"],
    ]);
  });

  it("contains nothing if nothing was changed", () => {
    expect(changesOf(base, { ...base }, { attributes: { loja: "Sul" } })).toEqual({});
  });
});

describe("an action for several contacts", () => {
  const wait = () => Promise.resolve();
  it("runs a few at once, counts them, and reports the failures", async () => {
    let running = 0;
    let most = 0;
    const progress: number[] = [];
    const act = async (item: number) => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      if (item === 2) throw new Error("refused");
    };
    const outcome = await runEach([1, 2, 3, 4, 5], act, {
      concurrency: 2,
      wait,
      onProgress: (finished) => progress.push(finished),
    });
    expect(outcome.done).toEqual([1, 3, 4, 5]);
    expect(outcome.failed).toEqual([{ item: 2, failure: new Error("refused") }]);
    expect(progress).toEqual([1, 2, 3, 4, 5]);
    expect(most).toBe(2);
  });

  it("stops before the next contact when it is aborted", async () => {
    const controller = new AbortController();
    const act = async () => controller.abort();
    const outcome = await runEach([1, 2, 3], act, { concurrency: 1, signal: controller.signal, wait });
    expect(outcome).toEqual({ done: [1], failed: [] });
  });

  it("stops at the first failure that concerns all contacts", async () => {
    const forbidden = new RecadoError("DELETE /contacts/1", new Response(null, { status: 403 }), {
      code: "forbidden",
      explanation: "No.",
      fields: [],
      requestId: null,
      retryAfterSeconds: null,
    });
    const outcome = await runEach([1, 2, 3], () => Promise.reject(forbidden), { concurrency: 1, wait });
    expect(outcome).toEqual({ done: [], failed: [{ item: 1, failure: forbidden }] });
  });

  it("leaves half of each window's requests to the account's systems", async () => {
    const [limit, resetSeconds] = [600, 42];
    let used = 0;
    const pauses: number[] = [];
    const act = async (_item: number, { onResponse }: RateLimitOptions) => {
      const left = limit - ++used;
      const headers = { Limit: limit, Remaining: left, Reset: resetSeconds };
      const named = Object.entries(headers).map(([name, value]): [string, string] => [
        `RateLimit-${name}`,
        String(value),
      ]);
      onResponse({ headers: new Headers(named) });
      await Promise.resolve();
    };
    const items = Array.from({ length: 1_000 }, (_, index) => index);
    const outcome = await runEach(items, act, {
      async wait(ms) {
        pauses.push(ms);
        // Requests in flight end before the window does.
        await new Promise(setImmediate);
        expect(used).toBeLessThan(limit / 2 + 5);
        used = 0;
      },
    });
    expect(outcome.done).toHaveLength(1_000);
    expect(pauses).toEqual([42_000, 42_000, 42_000]);
  });

  it("makes five requests a second if the responses have no rate limit", async () => {
    const waits: number[] = [];
    await runEach(
      [1, 2, 3],
      (_item, { onResponse }) => Promise.resolve(onResponse({ headers: new Headers() })),
      {
        concurrency: 1,
        wait: async (ms) => void waits.push(ms),
      },
    );
    expect(waits).toEqual([200, 200, 200]);
  });
});

describe("the selection of contacts", () => {
  it("keeps the contacts of other pages when the selection of a page changes", () => {
    const chosen = new Map(["a", "b"].map((id) => [id, contact(id)]));
    const rows = [contact("b"), contact("c")];
    expect(withPage(chosen, rows, new Set(["a", "c"])).map(({ id }) => id)).toEqual(["a", "c"]);
    expect(withPage(chosen, rows, new Set()).map(({ id }) => id)).toEqual(["a"]);
  });
});

describe("the export of contacts", () => {
  const lists = [
    { id: "1", name: "Clientes", type: "default", channels: [], purposes: [] },
    { id: "2", name: "Não perturbe", type: "blacklist", channels: ["sms", "voice"], purposes: ["otp"] },
  ] as unknown as ContactList[];
  const people = [
    contact("Ana", { attributes: { cidade: "São Paulo; SP" }, list_ids: ["1", "2"] }),
    contact("Rui", { name: null, phone: "+442079460958", attributes: { plano: "=1+1" } }),
  ];

  it("separates cells by semicolons in Portuguese, and writes numbers that Excel keeps", () => {
    expect(contactsCsv(people, lists, pt)).toBe(
      "\ufeffNome;Número;cidade;plano;Listas;Bloqueado em\r\n" +
        'Ana;+55 11 98765-4321;"São Paulo; SP";;Clientes | Não perturbe;SMS (só para: Código de uso único) | Voz (só para: Código de uso único)\r\n' +
        ";+44 2079460958;;'=1+1;;\r\n",
    );
  });

  it("separates cells by commas in English", () => {
    expect(contactsCsv([], lists, en)).toBe("\ufeffName,Number,Lists,Blocked on\r\n");
  });
});

describe("the order of a list", () => {
  it("goes from ascending to descending to the default", () => {
    expect(nextOrder("-created_at", "name")).toBe("name");
    expect(nextOrder("name", "-name")).toBe("-name");
    expect(nextOrder("-name", "name")).toBe("");
    expect(nextOrder("-name", "created_at")).toBe("created_at");
  });

  it("alternates between the default order and its reverse", () => {
    expect(shownOrder("")).toBe("-created_at");
    expect(shownOrder("name")).toBe("name");
    expect(nextOrder("-created_at", "created_at")).toBe("created_at");
    expect(nextOrder("created_at", "-created_at")).toBe("-created_at");
  });

  it("ignores unknown orders in an address", () => {
    expect(orderOf("-name")).toBe("-name");
    expect(orderOf("price")).toBeUndefined();
    expect(orderOf("")).toBeUndefined();
  });
});

describe("the campaigns of lists", () => {
  it("counts all campaigns and the scheduled campaigns of each list", () => {
    const counts = campaignCounts([
      { list_id: "1", status: "completed" },
      { list_id: "1", status: "scheduled" },
      { list_id: "2", status: "draft" },
    ]);
    expect(Object.fromEntries(counts)).toEqual({
      1: { all: 2, scheduled: 1 },
      2: { all: 1, scheduled: 0 },
    });
  });
});
