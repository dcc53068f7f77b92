import { DEFAULT_WORDS } from "../../src/messaging/default-opt-out-words";
import {
  createAccount,
  findAccount,
  findAccountByName,
  listAccounts,
  setAccount,
} from "../../src/features/accounts/accounts.store";
import { PLACEHOLDER_PRICES, priceTable } from "../../src/features/accounts/prices";
import { idMaker } from "../../src/platform/ids";
import { noon, testClock } from "../support/clock";
import { databases, testDatabase } from "../support/databases";

describe.each(databases)("accounts on %s", (database) => {
  const opened = testDatabase(database);
  const clock = testClock();
  const deps = { clock, ids: idMaker(clock) };

  it("creates an account with the service's defaults and finds it by its exact name", async () => {
    const account = await createAccount(opened.db, { name: "Loja São João" }, deps);
    expect(account).toEqual({
      id: expect.any(String) as string,
      name: "Loja São João",
      rateLimit: null,
      optOut: true,
      timeZone: null,
      words: DEFAULT_WORDS,
      optOutConfirmation: null,
      helpAnswer: null,
      prices: {},
      rules: {},
      createdAt: noon,
      disabledAt: null,
    });
    expect(await findAccountByName(opened.db, "Loja São João")).toEqual(account);
    expect(await findAccount(opened.db, account.id)).toEqual(account);
    expect(await findAccountByName(opened.db, "loja são joão")).toBeNull();
  });

  it("creates the provisioned blacklist with the account", async () => {
    const account = await createAccount(opened.db, { name: "with a list" }, deps);
    const lists = await opened.db("contact_lists").where({ account_id: account.id });
    expect(lists).toEqual([
      expect.objectContaining({
        name: "Recado",
        name_key: "recado",
        name_search: "recado",
        type: "blacklist",
        channels: JSON.stringify(["sms", "rcs", "voice"]),
        created_at: noon,
        deleted_at: null,
      }),
    ]);
    expect(Boolean((lists[0] as { is_provisioned: unknown }).is_provisioned)).toBe(true);
  });

  it("creates one account of a name when several are created at once", async () => {
    const made = await Promise.allSettled(
      Array.from({ length: 4 }, () => createAccount(opened.db, { name: "once" }, deps)),
    );
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const one of made) {
      if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "conflict" });
    }
    const account = await findAccountByName(opened.db, "once");
    const lists: unknown[] = await opened.db("contact_lists").where({ account_id: account?.id });
    expect(lists).toHaveLength(1);
  });

  it("keeps the settings that an update does not name", async () => {
    const { id } = await createAccount(opened.db, { name: "settings", rateLimit: 5 }, deps);
    await setAccount(opened.db, id, { prices: { sms: 1, voice: 3 } });
    await setAccount(opened.db, id, { optOut: false, prices: { voice: null, rcs: 0 } });
    const account = await findAccount(opened.db, id);
    expect(account).toMatchObject({ rateLimit: 5, optOut: false, prices: { sms: 1, rcs: 0 } });
    expect(account && priceTable(account)).toEqual({ sms: 1, rcs: 0, voice: PLACEHOLDER_PRICES.voice });
    await setAccount(opened.db, id, { rateLimit: null, prices: { sms: null, rcs: null } });
    expect(await findAccount(opened.db, id)).toMatchObject({ rateLimit: null, optOut: false, prices: {} });
  });

  it("returns null when the account to update does not exist", async () => {
    expect(await setAccount(opened.db, deps.ids.next(), { optOut: false })).toBeNull();
  });

  it("lists accounts oldest first", async () => {
    const accounts = await listAccounts(opened.db);
    expect(accounts.map(({ id }) => id)).toEqual(accounts.map(({ id }) => id).sort());
    expect(accounts.length).toBeGreaterThan(1);
  });
});
