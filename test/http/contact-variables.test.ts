import type { components } from "../../generated/schema";
import { addMembers } from "../../src/features/contact-lists/members.store";
import { upsertContacts } from "../../src/features/contacts/upsert.store";
import { countVariables } from "../../src/features/contact-lists/variable-counts";
import { MAX_SAMPLED, sampleVariables } from "../../src/features/contact-lists/variables.store";
import { writeContactCounts } from "../../src/features/contacts/contact-counts.store";
import { DAY } from "../../src/platform/time";
import { databases } from "../support/databases";
import { testService, type TestAccount } from "../support/service";
import { times } from "../support/times";

type Variables = components["schemas"]["ContactVariables"];
type Upsert = Parameters<typeof upsertContacts>[2][number];

const ABSENT = "01a1f8d3-ea00-7b3f-8d21-5c7e9a0b4f16";

describe.each(databases)("contact variables on %s", (database) => {
  const service = testService(database);
  let made = 0;
  const phone = () => `+55119${String(60_000_000 + made++)}`;

  const newList = async ({ request }: TestAccount) =>
    (
      (await request.post("/v3/contact-lists").send({ name: `list ${made++}`, type: "default" })).body as {
        id: string;
      }
    ).id;
  /** Upserts contacts into a list as an import does. */
  async function fill({ accountId }: TestAccount, listId: string, upserts: Upsert[]): Promise<void> {
    const { db, clock, app } = service;
    for (let from = 0; from < upserts.length; from += 500) {
      await db.transaction(async (trx) => {
        const some = upserts.slice(from, from + 500);
        const contacts = await upsertContacts(trx, accountId, some, clock.now(), app.ids);
        const ids = contacts.map(({ id }) => id);
        await addMembers(trx, { accountId, listId }, ids, { origin: "import", at: clock.now() });
      });
    }
  }
  const variables = async ({ request }: TestAccount, query: object = {}): Promise<Variables> =>
    (await request.get("/v3/contacts/variables").query(query).expect(200)).body as Variables;
  const newAccount = () => service.account(`variables ${made++}`, { senders: false });

  it("counts over all contacts or one list, and merges spellings of name and phone", async () => {
    const account = await newAccount();
    const [first, second] = [await newList(account), await newList(account)];
    await fill(account, first, [
      { phone: phone(), name: "Ana", attributes: { cidade: "Recife", Nome: "Aninha" } },
      { phone: phone(), attributes: { nome: "Rui" } },
      { phone: phone(), attributes: { cidade: "Olinda", telefone: "x", Cidade: "y" } },
    ]);
    await fill(account, second, [{ phone: phone() }]);
    expect(await variables(account)).toEqual({
      total: 4,
      examined: 4,
      is_sample: false,
      variables: [
        { name: "phone", contacts: 4 },
        { name: "cidade", contacts: 2 },
        { name: "name", contacts: 2 },
        { name: "Cidade", contacts: 1 },
      ],
    });
    expect(await variables(account, { list_id: second })).toEqual({
      total: 1,
      examined: 1,
      is_sample: false,
      variables: [{ name: "phone", contacts: 1 }],
    });
  });

  it("returns none without contacts, and ignores deleted contacts", async () => {
    const account = await newAccount();
    const empty = { total: 0, examined: 0, is_sample: false, variables: [] };
    expect(await variables(account)).toEqual(empty);
    const { body } = await account.request
      .post("/v3/contacts")
      .send({ phone: phone(), name: "Ana" })
      .expect(201);
    await account.request.delete(`/v3/contacts/${body.id}`).expect(204);
    expect(await variables(account)).toEqual(empty);
  });

  it("examines every contact when long attributes are read in chunks", async () => {
    const account = await newAccount();
    const list = await newList(account);
    const long = Object.fromEntries(times(60, (i) => [`a${i}`, "x".repeat(1_024)]));
    await fill(
      account,
      list,
      times(40, () => ({ phone: phone(), attributes: long })),
    );
    const found = await variables(account, { list_id: list });
    expect(found).toMatchObject({ total: 40, examined: 40, is_sample: false });
    expect(found.variables.slice(0, 2)).toEqual([
      { name: "a0", contacts: 40 },
      { name: "a1", contacts: 40 },
    ]);
  });

  it("reports a sample when there are more contacts than it examines", async () => {
    const account = await newAccount();
    const list = await newList(account);
    await fill(account, list, [{ phone: phone(), name: "Ana" }]);
    const total = MAX_SAMPLED + 1;
    await service.db.transaction((trx) =>
      writeContactCounts(
        trx,
        account.accountId,
        [null, list].map((listId) => ({ listId, contacts: MAX_SAMPLED })),
      ),
    );
    for (const query of [{}, { list_id: list }]) {
      expect(await variables(account, query)).toMatchObject({ total, examined: 1, is_sample: true });
    }
  });

  it("spreads a sample over the whole period, within its maximum of contacts", async () => {
    const account = await newAccount();
    const list = await newList(account);
    const [maxSampled, perDay] = [400, 48];
    // Ten days with equally many contacts: those of the first five have a name, the rest a city.
    for (let day = 0; day < 10; day++) {
      const named = day < 5 ? { name: "Ana" } : { attributes: { cidade: "Recife" } };
      await fill(
        account,
        list,
        times(perDay, () => ({ phone: phone(), ...named })),
      );
      service.clock.advance(DAY);
    }
    for (const listId of [null, list]) {
      const scope = { accountId: account.accountId, listId };
      const { total, examined, groups } = await sampleVariables(service.db, scope, maxSampled);
      expect(total).toBe(10 * perDay);
      expect(examined).toBeGreaterThan((total * 2) / 3);
      expect(examined).toBeLessThanOrEqual(maxSampled);
      const found = countVariables(groups);
      const share = (name: string) => (found.find((one) => one.name === name)?.contacts ?? 0) / examined;
      expect(share("phone")).toBe(1);
      // Both halves of the period have a fair share of the sample.
      expect(share("name")).toBeGreaterThan(0.3);
      expect(share("cidade")).toBeGreaterThan(0.3);
      expect(share("name") + share("cidade")).toBeCloseTo(1);
    }
  });

  it("returns 404 for a list that the account does not have", async () => {
    const other = await newAccount();
    const foreign = await newList(other);
    for (const list_id of [ABSENT, foreign]) {
      await service.request.get("/v3/contacts/variables").query({ list_id }).expect(404);
    }
    await service.request.get("/v3/contacts/variables").query({ list_id: "x" }).expect(400);
  });
});
