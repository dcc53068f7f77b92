import { hashKey } from "../../src/features/api-keys/api-key";
import { findByHash } from "../../src/features/api-keys/api-keys.store";
import { accountsOfAddress } from "../../src/features/senders/senders.store";
import { MINUTE, SECOND, toTimestamp } from "../../src/platform/time";
import { databases, testDatabase } from "../support/databases";
import { testClock } from "../support/clock";
import { commandLine } from "../support/in-process-command";

describe.each(databases)("commands that change the service's data on %s", (database) => {
  const opened = testDatabase(database);
  const clock = testClock();

  const { recado, json, refused } = commandLine(opened, clock);

  beforeAll(async () => {
    await json("accounts create acme");
    await json("accounts create other");
  });

  it("renames an account once", async () => {
    const before = await json<{ id: string }>("accounts create old");
    const renamed = { ...before, name: "new", changed: true };
    expect(await json("accounts rename old new")).toEqual(renamed);
    expect(await json("accounts rename old new")).toEqual({ ...renamed, changed: false });
    expect(await json("accounts rename new new")).toEqual({ ...renamed, changed: false });
    expect((await recado("accounts rename old new")).out).toMatch(/^Nothing changed: .*"old".*"new"\n$/);
    expect((await recado("accounts rename new newer")).out).toBe("Renamed: new to newer\n");
  });

  it("refuses to rename an unknown account, even to the name of another one", async () => {
    await json("accounts create taken");
    await refused("accounts rename unknown taken", 1, /"unknown" does not exist/);
    await json("accounts create first");
    await refused("accounts rename first taken", 1, /account "taken" already exists/);
  });

  describe("keys rotate", () => {
    interface Key {
      id: string;
      key: string;
      expires_at: string | null;
      replaces: { id: string; revoked_at: string | null; expires_at: string | null };
    }
    const create = (options = "") =>
      json<Key>(`keys create --account acme --scopes keys:read,messages:send --name billing${options}`);
    const at = (ms: number) => toTimestamp(clock.now() + ms);
    const stored = (key: string) => findByHash(opened.db, hashKey(key));

    it("creates a key like the old one, and revokes the old one at once", async () => {
      const old = await create(" --expires-at 2027-01-31T12:00:00Z");
      const made = await json<Key>(`keys rotate ${old.id}`);
      expect(made).toMatchObject({
        account: "acme",
        name: "billing",
        scopes: ["keys:read", "messages:send"],
        changed: true,
        expires_at: "2027-01-31T12:00:00Z",
        revoked_at: null,
        replaced_by: null,
        replaces: { id: old.id, revoked_at: at(0), replaced_by: made.id },
      });
      expect(await stored(made.key)).toMatchObject({ keyId: made.id, revokedAt: null });
      expect(await stored(old.key)).toMatchObject({ keyId: old.id, revokedAt: clock.now() });
    });

    it.each([
      ["90", 90 * SECOND],
      ["90s", 90 * SECOND],
      ["15m", 15 * MINUTE],
    ])("lets the old key expire after --grace %s", async (grace, ms) => {
      const old = await create();
      const made = await json<Key>(`keys rotate ${old.id} --grace ${grace}`);
      expect(made).toMatchObject({ expires_at: null, replaces: { revoked_at: null, expires_at: at(ms) } });
      expect(await stored(old.key)).toMatchObject({ revokedAt: null, expiresAt: clock.now() + ms });
    });

    it("does not extend a key that expires within the grace period", async () => {
      const end = at(MINUTE);
      const old = await create(` --expires-at ${end}`);
      const made = await json<Key>(`keys rotate ${old.id} --grace 15m`);
      expect([made.expires_at, made.replaces.expires_at]).toEqual([end, end]);
    });

    it("replaces a key once, and does not show the new key again", async () => {
      const old = await create();
      const { key, ...made } = await json<Key>(`keys rotate ${old.id} --grace 15m`);
      const again = await json<Key>(`keys rotate ${old.id}`);
      expect(again).toEqual({ ...made, changed: false });
      const { exitCode, out } = await recado(`keys rotate ${old.id}`);
      expect(exitCode).toBe(0);
      expect(out).toMatch(/^Nothing changed: /);
      expect(out).toContain(made.id);
      expect(out).not.toContain(key);
      expect(await stored(old.key)).toMatchObject({ revokedAt: null });
    });

    it("shortens the grace period of a replaced key, and never extends it", async () => {
      const old = await create();
      const { key, ...made } = await json<Key>(`keys rotate ${old.id} --grace 15m`);
      const rotate = (grace: string) => json<Key>(`keys rotate ${old.id} --grace ${grace}`);
      const shorter = { ...made, replaces: { ...made.replaces, expires_at: at(MINUTE + 1) }, changed: true };
      expect(await rotate("60s")).toEqual(shorter);
      expect(await rotate("15m")).toEqual({ ...shorter, changed: false });
      expect(await stored(old.key)).toMatchObject({ revokedAt: null, expiresAt: clock.now() + MINUTE - 1 });
      const ended = await rotate("0");
      expect(ended).toMatchObject({ changed: true, replaces: { revoked_at: at(0) } });
      expect(await rotate("0")).toMatchObject({ changed: false, replaces: { revoked_at: at(-1) } });
      expect(await stored(key)).toMatchObject({ revokedAt: null, expiresAt: null });
    });

    it("creates one successor when it runs twice at a time", async () => {
      const old = await create();
      const made = await Promise.all([1, 2].map(() => json<Key>(`keys rotate ${old.id}`)));
      expect(new Set(made.map(({ id }) => id)).size).toBe(1);
      expect(made.filter(({ key }) => key)).toHaveLength(1);
    });

    it("prints the new key, and when the old key ends", async () => {
      const old = await create();
      const { out } = await recado(`keys rotate ${old.id} --grace 60s`);
      expect(out).toMatch(/key \(shown this once\) +st_[0-9a-f]{64}\n/);
      expect(out).toContain(`which ends at          ${at(MINUTE)}`);
    });

    it("refuses a key that has ended or does not exist", async () => {
      const revoked = await create();
      await json(`keys revoke ${revoked.id}`);
      await refused(`keys rotate ${revoked.id}`, 1, /revoked or expired: create a key/);
      const expired = await create(` --expires-at ${at(MINUTE)}`);
      clock.advance(MINUTE);
      await refused(`keys rotate ${expired.id}`, 1, /revoked or expired/);
      await refused("keys rotate mine", 1, /no API key with the id mine/);
      await refused("keys rotate 0198c1d2-0000-7000-8000-000000000000", 1, /0198c1d2/);
      for (const grace of ["1h", "-1", "43201m", "x"]) {
        await refused(`keys rotate ${revoked.id} --grace=${grace}`, 2, /--grace .*at most 30 days/);
      }
    });
  });

  describe("senders set", () => {
    let made = 0;
    const add = (options = "--carrier sandbox") =>
      json<{ id: string; address: string }>(
        `senders add --account acme --channel sms --address ${27_000 + made++} ${options}`,
      );

    it("changes the given settings alone", async () => {
      const sender = await add("--carrier sandbox --max-per-second 5");
      const slower = { ...sender, max_per_second: 3 };
      expect(await json(`senders set ${sender.id} --max-per-second 3`)).toEqual({ ...slower, changed: true });
      const moved = { ...slower, carrier: "telco" };
      expect(await json(`senders set ${sender.id} --carrier telco`)).toEqual({ ...moved, changed: true });
      expect(await json(`senders set ${sender.id} --carrier telco --max-per-second 3`)).toEqual({
        ...moved,
        changed: false,
      });
      expect((await recado(`senders set ${sender.id} --carrier telco`)).out).toMatch(/^Nothing changed: /);
      expect((await recado(`senders set ${sender.id} --max-per-second 9`)).out).toMatch(
        /carrier +telco\n.*\nmessages a second +9\n$/,
      );
      const listed = await json<{ id: string }[]>("senders list");
      expect(listed.filter(({ id }) => id === sender.id)).toEqual([{ ...moved, max_per_second: 9 }]);
    });

    it("makes a sender the only default of its channel", async () => {
      const [first, second] = [await add(), await add()];
      for (const { id } of [second, first]) {
        expect(await json(`senders set ${id} --default`)).toMatchObject({ is_default: true, changed: true });
        expect(await json(`senders set ${id} --default`)).toMatchObject({ is_default: true, changed: false });
        const all = await json<{ id: string; is_default: boolean }[]>("senders list --account acme");
        expect(all.filter((one) => one.is_default).map((one) => one.id)).toEqual([id]);
      }
    });

    it("finds the account of a reply by the former carrier", async () => {
      const { id, address } = await add();
      const accountsBy = (carrier: string) =>
        accountsOfAddress(opened.db, { carrier, channel: "sms", address });
      const found = await accountsBy("sandbox");
      expect(found).toHaveLength(1);
      for (const carrier of ["telco", "sandbox", "telco"])
        await json(`senders set ${id} --carrier ${carrier}`);
      expect(await accountsBy("sandbox")).toEqual(found);
      expect(await accountsBy("telco")).toEqual(found);
      const kept = await opened.db("senders").where({ address, account_id: found[0] }).pluck("carrier");
      expect([...(kept as string[])].sort()).toEqual(["sandbox", "telco", "telco"]);
    });

    it("refuses what senders add refuses, and a removed sender", async () => {
      const sender = await add();
      await refused(`senders set ${sender.id}`, 2, /--carrier, --max-per-second or --default/);
      await refused(`senders set ${sender.id} --max-per-second 0`, 2, /from 1 to/);
      await refused(`senders set ${sender.id} --carrier pigeon`, 1, /carrier "pigeon" does not exist/);
      const { id: voice } = await json<{ id: string }>(
        "senders add --account acme --channel voice --address +551130000000 --carrier sandbox",
      );
      await refused(`senders set ${voice} --carrier telco`, 1, /telco does not support voice/);
      await json(`senders remove ${sender.id}`);
      await refused(`senders set ${sender.id} --max-per-second 3`, 1, /no sender with the id/);
      await refused("senders set mine --max-per-second 3", 1, /no sender with the id mine/);
    });
  });

  it.each([
    ["accounts rename acme other", 1, /"other" already exists/],
    ["accounts rename unknown unused", 1, /"unknown" does not exist/],
    ["accounts rename acme", 2, /new-name/],
    ["accounts disable", 2, /name/],
    ["accounts disable unknown", 1, /"unknown" does not exist/],
    ["accounts enable unknown", 1, /"unknown" does not exist/],
    ["webhooks list --account unknown", 1, /"unknown" does not exist/],
    ["webhooks enable mine", 1, /no webhook endpoint with the id mine/],
    ["webhooks enable", 2, /id/],
    ["webhooks replay mine", 2, /--since/],
    ["webhooks replay mine --since yesterday", 2, /RFC 3339/],
    [`accounts rename acme ${"x".repeat(300)}`, 2, /1 to \d+ characters/],
  ])("refuses %j", async (line, exitCode, why) => refused(line, exitCode, why));
});
