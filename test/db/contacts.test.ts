import { contactPeriodicJobs } from "../../src/features/retention/contacts.jobs";
import { accountTotal, listTotals } from "../../src/features/contacts/contact-counts.store";
import { updateContact } from "../../src/features/contacts/contacts.store";
import { type ContactUpsert, upsertContacts } from "../../src/features/contacts/upsert.store";
import { hideContactList, insertContactList } from "../../src/features/contact-lists/contact-lists.store";
import { addMembers, pageOfMembers, removeMember } from "../../src/features/contact-lists/members.store";
import { longReads } from "../../src/platform/db/reads/reads";
import type { PageRequest } from "../../src/platform/db/page";
import { LIMITS, searchContacts } from "../../src/features/contacts/search.store";
import type { SearchLimits, SearchScope } from "../../src/features/contacts/search-sqlite.store";
import { Problem } from "../../src/platform/problem";
import { foldForSearch } from "../../src/platform/search-text";
import { MINUTE } from "../../src/platform/time";
import { testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { testService } from "../support/service";
import { rollUpContactCounts } from "../support/recount";

/** Thresholds that force each query plan of a search, on either database. */
const EVERY_PLAN: SearchLimits[] = [
  { ...LIMITS, members: 0 },
  { ...LIMITS, members: 0, shallow: -1, step: 2 },
  { ...LIMITS, members: 1_000_000 },
];

const EVERY_STEP: SearchLimits = { ...LIMITS, members: 0, step: 2 };

const phoneAt = (index: number) => `+5511${String(900_000_000 + index)}`;

describe.each(databases)("contacts and lists on %s", (database) => {
  const service = testService(database);

  const newAccount = async () => (await testAccount(service, { senders: false })).accountId;

  const upsert = (accountId: string, upserts: readonly ContactUpsert[]) =>
    service.db.transaction((trx) =>
      upsertContacts(trx, accountId, upserts, service.clock.now(), service.app.ids),
    );

  const search = (scope: SearchScope, text: string, page: PageRequest, limits: SearchLimits) => {
    const reader = { accountId: scope.accountId, signal: new AbortController().signal };
    const reading = service.app.reads.of(reader, { field: "search", message: "takes too long" });
    return reading((read) => searchContacts(read, scope, text, page, limits));
  };

  async function newList(accountId: string, type: "default" | "blacklist" = "default"): Promise<string> {
    const id = service.app.ids.next();
    const now = service.clock.now();
    const rest = { isProvisioned: false, createdAt: now, updatedAt: now } as const;
    await insertContactList(service.db, accountId, { id, name: id, type, channels: [], ...rest });
    return id;
  }

  const add = (accountId: string, listId: string, contactIds: readonly string[]) =>
    service.db.transaction((trx) =>
      addMembers(trx, { accountId, listId }, contactIds, { origin: "request", at: service.clock.now() }),
    );

  const rowsOf = async (table: string, where: object) =>
    (await service.db(table).where(where)) as Record<string, unknown>[];

  /** Expects counts that agree with the rows, and no deleted contact in a list. */
  async function expectConsistent(accountId: string, listIds: readonly string[]): Promise<void> {
    const present = (await rowsOf("contacts", { account_id: accountId })).filter(
      (row) => row.deleted_at === null,
    );
    expect(await accountTotal(service.db, accountId)).toBe(present.length);
    const ids = new Set(present.map((row) => row.id));
    const totals = await listTotals(service.db, accountId, listIds);
    for (const listId of listIds) {
      const members = await rowsOf("list_members", { account_id: accountId, list_id: listId });
      expect(totals.get(listId)).toBe(members.length);
      expect(members.filter((row) => !ids.has(row.contact_id))).toEqual([]);
    }
  }

  async function campaign(accountId: string, listId: string, status: string, expanded: boolean) {
    const id = service.app.ids.next();
    await service.db("campaigns").insert({
      account_id: accountId,
      id,
      name: id,
      name_key: id,
      name_search: id,
      template_id: id,
      list_id: listId,
      channel: "sms",
      status,
      expanded,
      created_at: 0,
      updated_at: 0,
    });
    return id;
  }

  const runJob = async (name: string) => {
    const job = contactPeriodicJobs(service.app).find((each) => each.name === name);
    if (!job) throw new Error(`no periodic job ${name}`);
    while (await job.run()) continue;
  };

  describe("bulk upsert", () => {
    it("returns the outcome of each upsert in the order given", async () => {
      const accountId = await newAccount();
      const first = await upsert(accountId, [{ phone: phoneAt(5), name: "Cinco" }, { phone: phoneAt(3) }]);
      await service.agent(await service.keyWith(accountId, ["*"])).delete(`/v3/contacts/${first[1]?.id}`);
      const second = await upsert(
        accountId,
        [9, 3, 5, 1].map((index) => ({ phone: phoneAt(index) })),
      );
      expect(second.map(({ phone, outcome }) => [phone, outcome])).toEqual([
        [phoneAt(9), "created"],
        [phoneAt(3), "restored"],
        [phoneAt(5), "updated"],
        [phoneAt(1), "created"],
      ]);
      expect(second[2]?.id).toBe(first[0]?.id);
      expect(await accountTotal(service.db, accountId)).toBe(4);
    });

    it("creates ids in the order in which a search lists contacts", async () => {
      const accountId = await newAccount();
      const shuffled = [7, 2, 9, 4, 1, 8].map((index) => ({ phone: phoneAt(index), name: "Ordem" }));
      await upsert(accountId, shuffled.slice(0, 3));
      await upsert(accountId, shuffled.slice(3));
      const page = { limit: 10, offset: 0 };
      const { ids } = await search({ accountId }, "ordem", page, LIMITS);
      expect(ids).toHaveLength(6);
      expect(ids).toEqual([...ids].sort().reverse());
    });

    it("avoids deadlocks between upserts that name the same numbers in another order", async () => {
      const accountId = await newAccount();
      const listId = await newList(accountId);
      const work = async (from: number, reversed: boolean) => {
        const upserts = Array.from({ length: 200 }, (_, index) => ({ phone: phoneAt(from + index) }));
        if (reversed) upserts.reverse();
        await service.db.transaction(async (trx) => {
          const { clock, ids } = service.app;
          const done = await upsertContacts(trx, accountId, upserts, clock.now(), ids);
          const contactIds = done.map(({ id }) => id);
          const addition = { origin: "import", at: clock.now() } as const;
          if (reversed) contactIds.reverse();
          await addMembers(trx, { accountId, listId }, contactIds, addition);
        });
      };
      await Promise.all(
        Array.from({ length: 12 }, (_, round) => work(Math.floor(round / 4) * 100, round % 2 === 0)),
      );
      await expectConsistent(accountId, [listId]);
      expect(await accountTotal(service.db, accountId)).toBe(400);
    });
  });

  describe("concurrent requests", () => {
    it("leaves no deleted contact in a list, and all counts correct", async () => {
      const { request, accountId } = await testAccount(service, { senders: false });
      const lists = [await newList(accountId), await newList(accountId)];
      const contacts = await upsert(
        accountId,
        Array.from({ length: 15 }, (_, index) => ({ phone: phoneAt(index) })),
      );
      const statuses = await Promise.all(
        contacts.flatMap(({ id, phone }) => [
          ...lists.map((list) => request.put(`/v3/contact-lists/${list}/contacts/${id}`)),
          request.delete(`/v3/contacts/${id}`),
          request.post(`/v3/contact-lists/${lists[0]}/contacts`).send({ phone }),
          request.delete(`/v3/contact-lists/${lists[1]}/contacts/${id}`),
          request.delete(`/v3/contacts/${id}`),
          request.patch(`/v3/contacts/${id}`).send({ name: "x" }),
        ]),
      );
      expect(statuses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
      await expectConsistent(accountId, lists);
    });

    it("gives a number to one contact when several requests claim it", async () => {
      const race = async () => {
        const accountId = await newAccount();
        const [one, other] = await upsert(accountId, [{ phone: phoneAt(1) }, { phone: phoneAt(2) }]);
        const move = (id = "", phone: string) =>
          service.db
            .transaction((trx) => updateContact(trx, service.app, accountId, id, { phone }))
            .catch((error: unknown) => {
              if (!(error instanceof Problem) || error.status !== 409) throw error;
            });
        await Promise.all(
          Array.from({ length: 8 }, (_, round) => [
            move(one?.id, phoneAt(round % 3)),
            move(other?.id, phoneAt((round + 1) % 3)),
            upsert(accountId, [{ phone: phoneAt(2) }, { phone: phoneAt(0) }]),
          ]).flat(),
        );
        await expectConsistent(accountId, []);
        const phones = (await rowsOf("contacts", { account_id: accountId })).map((row) => row.phone);
        expect(new Set(phones).size).toBe(phones.length);
      };
      // The requests interleave differently in each round.
      for (let races = 0; races < 10; races++) await race();
    });
  });

  describe("search", () => {
    const words = [
      "João",
      "Müller",
      "da Silva",
      "ÇAĞLA",
      "O'Neil",
      '"x"',
      "100%",
      "a_b",
      "c\\d",
      "Ωμέγας",
      "😀😀😀",
    ];
    const names = Array.from({ length: 120 }, (_, index) =>
      index % 10 === 0 ? null : `${words[index % 11]} ${words[(index * 7) % 11]} ${index}`,
    );
    let accountId: string;
    let listId: string;
    let contacts: { id: string; phone: string; name: string | null; member: boolean }[];

    beforeAll(async () => {
      accountId = await newAccount();
      listId = await newList(accountId);
      const upserts = names.map((name, index) => ({ phone: phoneAt(index * 7919), name }));
      const done = await upsert(accountId, upserts);
      contacts = done.map(({ id, phone }, index) => ({
        id,
        phone,
        name: names[index] ?? null,
        member: index % 3 > 0,
      }));
      const members = contacts.filter(({ member }) => member).map(({ id }) => id);
      await add(accountId, listId, members);
      // Contacts of another account and deleted contacts are never found.
      await upsert(await newAccount(), upserts);
      const deleted = contacts.pop();
      const agent = service.agent(await service.keyWith(accountId, ["*"]));
      await agent.delete(`/v3/contacts/${deleted?.id}`).expect(204);
    });

    const texts = [
      ...words,
      ...words.map((word) => foldForSearch(word).toUpperCase()),
      ...[
        "oão da",
        "a s",
        "%%%",
        "___",
        "\\\\\\",
        "551",
        "9007",
        "+5511900",
        "zzz",
        "il 1",
        "a 12",
        "9 +55",
        "c\\",
        '""',
      ],
    ];

    it.each(EVERY_PLAN)("finds exactly the contacts that contain the text (%j)", async (limits) => {
      const members = contacts.filter(({ member }) => member).length;
      for (const text of texts) {
        const folded = foldForSearch(text);
        const holds = ({ name, phone }: { name: string | null; phone: string }) =>
          foldForSearch(name ?? "").includes(folded) || phone.includes(folded);
        const expected = contacts.filter(holds).sort((a, b) => (a.id < b.id ? 1 : -1));
        for (const list of [undefined, { id: listId, members }]) {
          const ids = expected.filter(({ member }) => member || !list).map(({ id }) => id);
          const scope = { accountId, list };
          const found = await search(scope, text, { limit: 5, offset: 0 }, limits);
          expect({ text, ...found }).toEqual({ text, ids: ids.slice(0, 5), total: ids.length });
          const next = await search(scope, text, { limit: 50, offset: 5 }, limits);
          expect({ text, ...next }).toEqual({ text, ids: ids.slice(5, 55), total: ids.length });
        }
      }
    });
  });

  it("counts the matches when one account has all contacts", async () => {
    const before = (await service.db("contacts").select("account_id", "id")) as object[];
    expect(before.length).toBeGreaterThan(0);
    await service.db("contacts").delete();
    const accountId = await newAccount();
    await upsert(accountId, [
      { phone: phoneAt(1), name: "Sozinha" },
      { phone: phoneAt(2), name: "Sozinho" },
    ]);
    const found = await search({ accountId }, "sozinh", { limit: 1, offset: 0 }, LIMITS);
    expect(found.total).toBe(2);
    const tooMany = search({ accountId }, "sozinh", { limit: 1, offset: 0 }, { ...LIMITS, matches: 1 });
    await expect(tooMany).rejects.toMatchObject({
      status: 422,
      message: "This matches more than 1 contacts",
    });
  });

  // PostgreSQL searches in one statement.
  if (database === "SQLite")
    it("adapts the number of rows per search step to the duration of the steps", async () => {
      await upsert(await newAccount(), [{ phone: phoneAt(1) }]);
      const accountId = await newAccount();
      const names = Array.from({ length: 300 }, (_, index) => ({ phone: phoneAt(index), name: "Passos" }));
      await upsert(accountId, names);
      const stepsAt = async (msPerStep: number) => {
        let steps = 0;
        let now = 0;
        const reader = { accountId, signal: new AbortController().signal };
        const reading = service.app.reads.of(reader, { field: "search", message: "takes too long" });
        const found = await reading((read) => {
          const step: typeof read.step = (work) => {
            steps += 1;
            return read.step(work);
          };
          const measured = { ...read, step, stopwatch: () => (now += msPerStep) };
          return searchContacts(measured, { accountId }, "passos", { limit: 5, offset: 0 }, EVERY_STEP);
        });
        expect(found).toMatchObject({ total: 300, ids: { length: 5 } });
        return steps;
      };
      expect(await stepsAt(0)).toBeLessThan(await stepsAt(1_000));
    });

  it("returns 422 for a text with too many matches", async () => {
    const accountId = await newAccount();
    const names = Array.from({ length: 30 }, (_, index) => ({ phone: phoneAt(index), name: "Repetida" }));
    const contacts = await upsert(accountId, names);
    const listId = await newList(accountId);
    await add(
      accountId,
      listId,
      contacts.slice(0, 29).map(({ id }) => id),
    );
    const page = { limit: 5, offset: 0 };
    const listed = { accountId, list: { id: listId, members: 29 } };
    const at = (matches: number, checked: number) => ({ ...LIMITS, members: 0, matches, checked });
    expect(await search({ accountId }, "repetida", page, at(30, 0))).toMatchObject({ total: 30 });
    expect(await search(listed, "repetida", page, at(0, 30))).toMatchObject({ total: 29 });
    for (const refused of [
      search({ accountId }, "repetida", page, at(29, 30)),
      search({ accountId }, "repetida", { limit: 5, offset: 10 }, { ...at(29, 30), shallow: 9 }),
      search(listed, "repetida", page, at(30, 29)),
    ]) {
      await expect(refused).rejects.toMatchObject({
        status: 422,
        message: "This matches more than 29 contacts",
        fields: [{ field: "search" }],
      });
    }
  });

  it("does not look up memberships for a search in a list of all contacts", async () => {
    const accountId = await newAccount();
    const [one, other] = await upsert(
      accountId,
      [1, 2].map((index) => ({ phone: phoneAt(index), name: "Todas" })),
    );
    const listId = await newList(accountId);
    const queries: string[] = [];
    const record = ({ sql }: { sql: string }) => void queries.push(sql);
    const reader = { accountId, signal: new AbortController().signal };
    const reading = longReads({ db: service.db, connections: 1 }).of(reader, {
      field: "search",
      message: "takes too long",
    });
    const find = async () => {
      queries.length = 0;
      service.db.on("query", record);
      const scope = { accountId, listId };
      const wanted = { search: "todas", order: { direction: "desc" } } as const;
      const { total } = await pageOfMembers(service.db, reading, scope, wanted, { limit: 5, offset: 0 });
      service.db.removeListener("query", record);
      return { total, isLookedUp: queries.some((sql) => sql.includes("list_members")) };
    };
    await add(accountId, listId, [one?.id ?? ""]);
    expect(await find()).toEqual({ total: 1, isLookedUp: true });
    await add(accountId, listId, [other?.id ?? ""]);
    expect(await find()).toEqual({ total: 2, isLookedUp: false });
  });

  describe("counts", () => {
    it("keeps every count correct while counts are rolled up", async () => {
      const accountId = await newAccount();
      const listId = await newList(accountId);
      const contacts = await upsert(
        accountId,
        Array.from({ length: 30 }, (_, index) => ({ phone: phoneAt(index) })),
      );
      await Promise.all([
        ...contacts.map(({ id }) => add(accountId, listId, [id])),
        rollUpContactCounts(service.db, accountId),
        rollUpContactCounts(service.db, accountId),
      ]);
      await expectConsistent(accountId, [listId]);
      await rollUpContactCounts(service.db, accountId);
      expect(await rowsOf("contact_counts", { account_id: accountId })).toEqual([]);
      await expectConsistent(accountId, [listId]);
    });

    it("rolls up the counts of an account at 500 changes", async () => {
      const accountId = await newAccount();
      const changes = (count: number) =>
        Array.from({ length: count }, () => ({ account_id: accountId, list_id: accountId, contacts: 1 }));
      await service.db.batchInsert("contact_counts", changes(499), 100);
      await runJob("fold contact counts");
      expect(await rowsOf("contact_counts", { account_id: accountId })).toHaveLength(499);
      await service.db.batchInsert("contact_counts", changes(1), 100);
      await runJob("fold contact counts");
      expect(await rowsOf("contact_counts", { account_id: accountId })).toEqual([]);
      expect((await listTotals(service.db, accountId, [accountId])).get(accountId)).toBe(500);
    });
  });

  describe("purge", () => {
    const purge = () => runJob("purge of deleted contact lists");
    const purgeMembers = () => runJob("purge of former members");

    async function listOf(count: number) {
      const accountId = await newAccount();
      const listId = await newList(accountId);
      const contacts = await upsert(
        accountId,
        Array.from({ length: count }, (_, index) => ({ phone: phoneAt(index) })),
      );
      const contactIds = contacts.map(({ id }) => id);
      await add(accountId, listId, contactIds);
      return { accountId, listId, contactIds };
    }
    const members = async (listId: string) => (await rowsOf("list_members", { list_id: listId })).length;

    it("removes the members of a deleted list after a delay, and keeps members of other lists", async () => {
      const { accountId, listId, contactIds } = await listOf(600);
      const other = await newList(accountId);
      await add(accountId, other, contactIds.slice(0, 10));
      await hideContactList(service.db, accountId, listId, service.clock.now());
      await purge();
      expect(await members(listId)).toBe(600);
      service.clock.advance(2 * MINUTE);
      await purge();
      expect([await members(listId), await members(other)]).toEqual([0, 10]);
      await expectConsistent(accountId, [listId, other]);
    });

    it("waits while a campaign reads the list", async () => {
      const { accountId, listId } = await listOf(2);
      const id = await campaign(accountId, listId, "running", false);
      await campaign(accountId, listId, "draft", false);
      await hideContactList(service.db, accountId, listId, service.clock.now());
      service.clock.advance(2 * MINUTE);
      await purge();
      expect(await members(listId)).toBe(2);
      await service.db("campaigns").where({ id }).update({ expanded: true });
      await purge();
      expect(await members(listId)).toBe(0);
    });

    it("keeps former members while a campaign still reads the list", async () => {
      const { accountId, listId, contactIds } = await listOf(3);
      const id = await campaign(accountId, listId, "running", false);
      const leave = (contactId = "") =>
        service.db.transaction((trx) => removeMember(trx, accountId, contactId));
      await leave(contactIds[0]);
      await purgeMembers();
      const former = await rowsOf("former_members", { list_id: listId });
      expect(former).toMatchObject([{ contact_id: contactIds[0] }]);
      await service.db("campaigns").where({ id }).update({ status: "error" });
      await leave(contactIds[1]);
      await purgeMembers();
      expect(await rowsOf("former_members", { list_id: listId })).toEqual([]);
      expect((await listTotals(service.db, accountId, [listId])).get(listId)).toBe(1);
    });

    it("keeps no former membership of a contact that is on a blacklist when it is deleted", async () => {
      const { accountId, listId, contactIds } = await listOf(3);
      const [departed = "", present = "", listed = ""] = contactIds;
      const blacklist = await newList(accountId, "blacklist");
      await add(accountId, blacklist, [departed, present]);
      const deletedList = await newList(accountId, "blacklist");
      await add(accountId, deletedList, [listed]);
      await hideContactList(service.db, accountId, deletedList, service.clock.now());
      await campaign(accountId, listId, "running", false);
      const leave = (contactId: string, from?: string) =>
        service.db.transaction((trx) => removeMember(trx, accountId, contactId, from));
      const former = async () =>
        (await rowsOf("former_members", { list_id: listId })).map((row) => row.contact_id);
      await leave(departed, listId);
      expect(await former()).toEqual([departed]);
      for (const contactId of contactIds) await leave(contactId);
      expect(await former()).toEqual([listed]);
    });
  });
});
