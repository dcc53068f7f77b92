import fc from "fast-check";
import { testAccount } from "../support/accounts";
import type { Page } from "../support/exchange";
import { insertContactList } from "../../src/features/contact-lists/contact-lists.store";
import { pageOfMembers } from "../../src/features/contact-lists/members.store";
import { writeContactCounts } from "../../src/features/contacts/contact-counts.store";
import { listContacts } from "../../src/features/contacts/contacts.store";
import { searchInOrder } from "../../src/features/contacts/ordered.store";
import { longReads, MAX_EXAMINED } from "../../src/platform/db/reads/reads";
import type { Order } from "../../src/platform/db/reads/order";
import { foldForSearch } from "../../src/platform/search-text";
import { SECOND, toTimestamp } from "../../src/platform/time";
import { databases } from "../support/databases";
import { readsWith } from "../support/messages";
import { type TestAccount, testService } from "../support/service";

interface Named {
  id: string;
  name: string | null;
}

/** Names whose order shows case, accents, missing names, spaces and characters beyond 16 bits. */
const NAMES = [
  ...["zilda", "Álvaro", "alvaro souza", "ÁLVARO", "Bia", "bía", "Ñandu", "nandu", "ação", "Açaí", "_a"],
  ...["😀 festa", "\uff5e onda", "Ana", "ana", "Ána Beatriz", "ana beatriz lima", "Zé", "ze", "10 de maio"],
];

const PAGE = { limit: 5, offset: 0 };
const SLICES = { first: 3, max: 7, aim: 30 };

const SORTS = ["name", "-name", "created_at", "-created_at"] as const;
type Sort = (typeof SORTS)[number];

const byCodePoints = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));

/** Returns the ids in the order. `entries` are in the order of their creation. */
function sorted(entries: readonly Named[], sort: Sort, keyOf: (entry: Named) => string): string[] {
  const ordered = entries.map((entry, index) => ({ ...entry, index }));
  if (sort.endsWith("name")) {
    ordered.sort((one, other) => byCodePoints(keyOf(one), keyOf(other)) || one.index - other.index);
  }
  const ids = ordered.map(({ id }) => id);
  return sort.startsWith("-") ? ids.reverse() : ids;
}

const folded = ({ name }: Named) => foldForSearch(name ?? "");

describe.each(databases)("a sorted list on %s", (database) => {
  const service = testService(database, readsWith({ slices: SLICES }));

  /** Returns a reading on the service's own connection. */
  const readingOf = (accountId: string, field: string, maxExamined = MAX_EXAMINED) =>
    longReads({ db: service.db, connections: 1, slices: SLICES, maxExamined }).of(
      { accountId, signal: new AbortController().signal },
      { field, message: "takes too long" },
    );

  const newAccount = () => testAccount(service, { senders: false });
  const post = async ({ request }: TestAccount, path: string, body: object): Promise<Named> =>
    (await request.post(`/v3${path}`).send(body).expect(201)).body as Named;
  const get = async ({ request }: TestAccount, path: string, query: object): Promise<Page<Named>> =>
    (await request.get(`/v3${path}`).query(query).expect(200)).body as Page<Named>;
  const idsOf = async (...of: Parameters<typeof get>) => (await get(...of)).data.map(({ id }) => id);

  async function expectOrders(
    account: TestAccount,
    path: string,
    entries: readonly Named[],
    { query = {}, keyOf = folded }: { query?: object; keyOf?: (entry: Named) => string } = {},
  ) {
    for (const sort of SORTS) {
      const expected = sorted(entries, sort, keyOf);
      expect(await idsOf(account, path, { ...query, sort, limit: 100 })).toEqual(expected);
      for (let offset = 0; offset <= entries.length; offset += 7) {
        const { data, pagination } = await get(account, path, { ...query, sort, limit: 7, offset });
        expect(data.map(({ id }) => id)).toEqual(expected.slice(offset, offset + 7));
        expect(pagination).toMatchObject({ total: entries.length, has_more: offset + 7 < entries.length });
      }
    }
    expect(await idsOf(account, path, { ...query, limit: 100 })).toEqual(
      sorted(entries, "-created_at", keyOf),
    );
  }

  const phoneAt = (index: number) => `+55119${80_000_000 + ((index * 7_919) % 1_000)}`;
  /** Contacts with equal names are in the order of their numbers. */
  const contactKey = (entry: Named) => `${folded(entry)}\n${(entry as Named & { phone: string }).phone}`;

  async function contactsOf(
    account: TestAccount,
    names: readonly (string | null)[] = [...NAMES, null, null],
  ) {
    const contacts: Named[] = [];
    for (const [index, name] of names.entries()) {
      const attributes = {
        city: index % 2 === 0 ? "Recife" : "São Paulo",
        note: `"city":"Recife" ${index % 3}`,
      };
      contacts.push(await post(account, "/contacts", { phone: phoneAt(index), name, attributes }));
    }
    return contacts;
  }

  it("returns contacts in every order, also after they are renamed and deleted", async () => {
    const account = await newAccount();
    const contacts = await contactsOf(account);
    await expectOrders(account, "/contacts", contacts, { keyOf: contactKey });
    const [first, second, ...others] = contacts;
    await account.request.patch(`/v3/contacts/${first?.id}`).send({ name: "Aaa" }).expect(200);
    await account.request.delete(`/v3/contacts/${second?.id}`).expect(204);
    const now = [{ ...(first as Named), name: "Aaa" }, ...others];
    await expectOrders(account, "/contacts", now, { keyOf: contactKey });
  });

  it("returns the matches of a search and of attributes in every order", async () => {
    const account = await newAccount();
    const contacts = await contactsOf(account);
    const found = contacts.filter((one) => folded(one).includes("ana"));
    await expectOrders(account, "/contacts", found, { query: { search: "ANÁ" }, keyOf: contactKey });
    const inRecife = contacts.filter((_, index) => index % 2 === 0);
    const query = { attribute: "city=Recife" };
    await expectOrders(account, "/contacts", inRecife, { query, keyOf: contactKey });
    const both = inRecife.filter((one) => folded(one).includes("ana"));
    await expectOrders(account, "/contacts", both, { query: { ...query, search: "ana" }, keyOf: contactKey });
  });

  it("returns contact lists, templates and campaigns in every order", async () => {
    const account = await testAccount(service);
    const names = NAMES.map((name, index) => `${name} ${index % 7}`);
    const [templates, lists, campaigns]: [Named[], Named[], Named[]] = [[], [], []];
    const provisioned = (await get(account, "/contact-lists", {})).data;
    for (const name of names) {
      const content = { type: "text", text: "Oi" };
      templates.push(await post(account, "/templates", { name, channel: "sms", content }));
      lists.push(await post(account, "/contact-lists", { name, type: "default" }));
      service.clock.advance(SECOND);
    }
    await expectOrders(account, "/templates", templates);
    await expectOrders(account, "/contact-lists", [...provisioned, ...lists]);
    await expectOrders(account, "/contact-lists", lists, { query: { type: "default" } });
    const from = service.clock.now();
    for (const name of names) {
      const sent = { template_id: templates[0]?.id, list_id: lists[0]?.id };
      campaigns.push(await post(account, "/campaigns", { name, ...sent }));
      service.clock.advance(SECOND);
    }
    await expectOrders(account, "/campaigns", campaigns);
    const window = {
      created_from: toTimestamp(from + 3 * SECOND),
      created_to: toTimestamp(from + 15 * SECOND),
    };
    await expectOrders(account, "/campaigns", campaigns.slice(3, 16), { query: window });
    const searched = campaigns.filter((one) => folded(one).includes("ana"));
    await expectOrders(account, "/campaigns", searched, { query: { search: "ana", channel: "sms" } });
  });

  it("returns the members of a list of any size in every order", async () => {
    const account = await newAccount();
    const { accountId } = account;
    const contacts = await contactsOf(account);
    const list = await post(account, "/contact-lists", { name: "Clientes", type: "default" });
    const path = `/contact-lists/${list.id}/contacts`;
    const members = contacts.filter((_, index) => index % 3 !== 0);
    for (const member of members) {
      const { phone } = member as Named & { phone: string };
      await account.request.post(`/v3${path}`).send({ phone }).expect(200);
    }
    await expectOrders(account, path, members, { keyOf: contactKey });
    const found = members.filter((one) => folded(one).includes("ana"));
    await expectOrders(account, path, found, { query: { search: "ana" }, keyOf: contactKey });
    const pageOf = (offset: number, maxExamined: number) =>
      pageOfMembers(
        service.db,
        readingOf(accountId, "sort", maxExamined),
        { accountId, listId: list.id },
        { order: { column: "search", direction: "asc" } },
        { limit: 5, offset },
        2,
      );
    const expected = sorted(members, "name", contactKey);
    for (const offset of [0, 3, 9, members.length - 2]) {
      expect(await pageOf(offset, 1_000)).toEqual({
        ids: expected.slice(offset, offset + 5),
        total: members.length,
      });
    }
    await expect(pageOf(9, 5)).rejects.toMatchObject({ status: 422 });
    const everyone = await post(account, "/contact-lists", { name: "Todos", type: "default" });
    for (const one of contacts) {
      const { phone } = one as Named & { phone: string };
      await account.request.post(`/v3/contact-lists/${everyone.id}/contacts`).send({ phone }).expect(200);
    }
    await expectOrders(account, `/contact-lists/${everyone.id}/contacts`, contacts, { keyOf: contactKey });
  });

  it("returns the members with an attribute, of a list of any size, in every order", async () => {
    const account = await newAccount();
    const { accountId } = account;
    const contacts = await contactsOf(account);
    const inRecife = (_: unknown, index: number) => index % 2 === 0;
    const query = { attribute: "city=Recife" };
    const isMember = (_: unknown, index: number) => index % 3 !== 0;
    for (const [name, members, found] of [
      [
        "Clientes",
        contacts.filter(isMember),
        contacts.filter((one, i) => isMember(one, i) && inRecife(one, i)),
      ],
      ["Todos", contacts, contacts.filter(inRecife)],
    ] as const) {
      const list = await post(account, "/contact-lists", { name, type: "default" });
      const path = `/contact-lists/${list.id}/contacts`;
      for (const member of members) {
        const { phone } = member as Named & { phone: string };
        await account.request.post(`/v3${path}`).send({ phone }).expect(200);
      }
      await expectOrders(account, path, found, { query, keyOf: contactKey });
      const both = found.filter((one) => folded(one).includes("ana"));
      await expectOrders(account, path, both, { query: { ...query, search: "ana" }, keyOf: contactKey });
      const none = { attribute: ["city=Recife", "city=São Paulo"] };
      await expectOrders(account, path, [], { query: none, keyOf: contactKey });
      if (name === "Todos") continue;
      const enough = { maxSorted: found.length, maxExamined: members.length };
      const pageOf = (order: Order, { maxExamined, maxSorted }: typeof enough) => {
        const reading = readingOf(accountId, "attribute", maxExamined);
        const filter = { attributes: [query.attribute], order };
        return pageOfMembers(service.db, reading, { accountId, listId: list.id }, filter, PAGE, maxSorted);
      };
      const byName = { column: "search", direction: "asc" } as const;
      expect(await pageOf(byName, enough)).toEqual({
        ids: sorted(found, "name", contactKey).slice(0, 5),
        total: found.length,
      });
      const refused = { status: 422, fields: [{ field: "attribute", message: "takes too long" }] };
      await expect(pageOf(byName, { ...enough, maxSorted: found.length - 1 })).rejects.toMatchObject(refused);
      const { total } = await pageOf({ direction: "desc" }, { ...enough, maxSorted: 1 });
      expect(total).toBe(found.length);
      const few = { ...enough, maxExamined: members.length - 1 };
      await expect(pageOf({ direction: "desc" }, few)).rejects.toMatchObject(refused);
    }
  });

  it("refuses an unknown order and an attribute without a value", async () => {
    const { request } = await newAccount();
    for (const [path, query, field] of [
      ["/contacts", { sort: "phone" }, "sort"],
      ["/templates", { sort: "name,-created_at" }, "sort"],
      ["/contacts", { attribute: "city" }, "attribute"],
    ] as const) {
      const { body } = await request.get(`/v3${path}`).query(query).expect(400);
      expect(body).toMatchObject({
        error: { fields: [{ field: expect.stringContaining(field) as string }] },
      });
    }
  });

  it("selects exactly the contacts with all attributes, whatever characters these have", async () => {
    const account = await newAccount();
    const character = fc.constantFrom(..."ab=:,{}\"\\' é😀\n".match(/./gsu)!);
    const text = fc.array(character, { maxLength: 6 }).map((all) => all.join(""));
    const attributes = fc.dictionary(fc.constantFrom("a", "b", "a.b"), text, { maxKeys: 3 });
    const stored = fc.sample(attributes, { numRuns: 60, seed: 5 });
    const contacts: Named[] = [];
    for (const [index, one] of stored.entries()) {
      contacts.push(await post(account, "/contacts", { phone: phoneAt(index), attributes: one }));
    }
    const pairs = stored.flatMap((one) => Object.entries(one)).slice(0, 40);
    for (const [name, value] of pairs) {
      const matching = contacts.filter((_, index) => stored[index]?.[name] === value).reverse();
      const found = await idsOf(account, "/contacts", { attribute: `${name}=${value}`, limit: 100 });
      expect({ name, value, found }).toEqual({ name, value, found: matching.map(({ id }) => id) });
    }
    const two = stored.findIndex((one) => Object.keys(one).length >= 2);
    const all = Object.entries(stored[two] ?? {}).map((pair) => pair.join("="));
    expect(await idsOf(account, "/contacts", { attribute: all, limit: 100 })).toContain(contacts[two]?.id);
    expect(await idsOf(account, "/contacts", { attribute: [...all, "a=nenhum"] })).toEqual([]);
    expect(await idsOf(account, "/contacts", { phone: phoneAt(two), attribute: all })).toEqual([
      contacts[two]?.id,
    ]);
    expect(await idsOf(account, "/contacts", { phone: phoneAt(two), attribute: "a=nenhum" })).toEqual([]);
  });

  it("returns 422 for an attribute of too many contacts, and names the filter", async () => {
    const account = await newAccount();
    const { accountId } = account;
    await contactsOf(account, ["Ana", "Bia"]);
    await service.db.transaction((trx) =>
      writeContactCounts(trx, accountId, [{ listId: null, contacts: MAX_EXAMINED }]),
    );
    const list = (query: object) => account.request.get("/v3/contacts").query(query);
    const refused = await list({ sort: "name", attribute: "city=Recife" });
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { error: { code: "unprocessable_entity", fields: [{ field: "attribute" }] } },
    ]);
    expect((await list({ attribute: "city=Recife", search: "ana" })).status).toBe(200);
    expect((await list({ attribute: "city=Recife", phone: phoneAt(0) })).status).toBe(200);
  });

  it("returns 422 for a search whose matches are too many to sort", async () => {
    const account = await newAccount();
    const { accountId } = account;
    const contacts = await contactsOf(account, ["Ana 1", "Ana 2", "Ana 3"]);
    const list = { id: service.app.ids.next(), name: "Ana", type: "default", channels: [] } as const;
    const now = service.clock.now();
    await insertContactList(service.db, accountId, {
      ...list,
      isProvisioned: false,
      createdAt: now,
      updatedAt: now,
    });
    const reading = service.app.reads.of(
      { accountId, signal: new AbortController().signal },
      { field: "search", message: "takes too long" },
    );
    const wanted = { text: "ana", order: { column: "search", direction: "asc" }, conditions: [] } as const;
    const page = { limit: 5, offset: 0 };
    const find = (max: number) => reading((read) => searchInOrder(read, { accountId }, wanted, page, max));
    expect(await find(3)).toEqual({ ids: contacts.map(({ id }) => id), total: 3 });
    await expect(find(2)).rejects.toMatchObject({ status: 422 });
  });

  it("reads the index by name instead of sorting", async () => {
    const account = await newAccount();
    await contactsOf(account);
    const queries: { sql: string; bindings: string[] }[] = [];
    const reading = readingOf(account.accountId, "sort");
    const record = (query: { sql: string; bindings: string[] }) => void queries.push(query);
    service.db.on("query", record);
    for (const direction of ["asc", "desc"] as const) {
      const order = { column: "search", direction };
      await listContacts(service.db, reading, account.accountId, {}, order, { limit: 2, offset: 5 });
    }
    service.db.removeListener("query", record);
    const read = queries.filter(({ sql }) => /order by/.test(sql) && /search/.test(sql));
    expect(read.length).toBeGreaterThan(0);
    const plans = await service.db.transaction(async (trx) => {
      // The table is too small for PostgreSQL to prefer an index.
      if (database !== "SQLite") await trx.raw("set local enable_seqscan = off; set local enable_sort = off");
      const explain = database === "SQLite" ? "explain query plan" : "explain (format json)";
      const found: string[] = [];
      for (const { sql, bindings } of read) {
        const plan: unknown = await trx.raw(`${explain} ${sql.replace(/\$\d+/g, "?")}`, bindings);
        found.push(JSON.stringify(database === "SQLite" ? plan : (plan as { rows: unknown }).rows));
      }
      return found;
    });
    for (const shown of plans) {
      expect(shown).toContain("contacts_by_name");
      expect(shown).not.toMatch(/TEMP B-TREE|"Sort"/);
    }
  });
});
