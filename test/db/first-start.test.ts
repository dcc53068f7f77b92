import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createAccount, listAccounts } from "../../src/features/accounts/accounts.store";
import { firstKeyFile, firstStart, firstStartText } from "../../src/app/first-start";
import { hashKey } from "../../src/features/api-keys/api-key";
import { findByHash } from "../../src/features/api-keys/api-keys.store";
import { scopes } from "../../generated/server/routes";
import { readConfig } from "../../src/app/config";
import { idMaker } from "../../src/platform/ids";
import { CHANNELS } from "../../src/messaging/channel";
import { addressProblem } from "../../src/features/senders/sender";
import { everySender } from "../../src/features/senders/senders.store";
import { testClock } from "../support/clock";
import { databases, testDatabase } from "../support/databases";

const carrier = { name: "sandbox", channels: CHANNELS, defaultMaxPerSecond: 100_000 };

describe.each(databases)("the first start on %s", (database) => {
  const opened = testDatabase(database, { each: true });
  const clock = testClock();
  const start = (env: Record<string, string> = {}) =>
    firstStart(
      {
        config: readConfig({ RECADO_DATA_DIR: join(opened.dataDir, "data"), ...env }),
        db: opened.db,
        clock,
        ids: idMaker(clock),
      },
      carrier,
    );
  const keyFile = () => firstKeyFile(join(opened.dataDir, "data"));

  it("creates an account that can send on every channel, and a key with all scopes", async () => {
    const { created, key } = await start();
    expect(created).toBe(true);
    const [account, ...others] = await listAccounts(opened.db);
    expect(account?.name).toBe("default");
    expect(others).toEqual([]);
    const accountId = account?.id ?? "";
    const senders = await everySender(opened.db, accountId);
    expect(senders.map(({ channel }) => channel).sort()).toEqual([...CHANNELS].sort());
    for (const sender of senders) {
      expect(sender).toMatchObject({ carrier: "sandbox", isDefault: true, maxPerSecond: 100_000 });
      expect(addressProblem(sender.channel, sender.address)).toBeNull();
    }
    expect(await findByHash(opened.db, hashKey(key ?? ""))).toMatchObject({
      accountId,
      scopes,
      revokedAt: null,
    });
  });

  it("writes the key to a file that only its owner can read", async () => {
    const { key } = await start();
    expect(readFileSync(keyFile(), "utf8")).toBe(`${key}\n`);
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
  });

  it("overwrites the key file of an earlier database and restricts its permissions", async () => {
    await start();
    await opened.db("accounts").del();
    chmodSync(keyFile(), 0o644);
    const { key } = await start();
    expect(readFileSync(keyFile(), "utf8")).toBe(`${key}\n`);
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
  });

  it("uses the key that the operator sets", async () => {
    const given = `st_${"0a".repeat(32)}`;
    expect(await start({ RECADO_API_KEY: given })).toEqual({ created: true, key: given });
    expect(readFileSync(keyFile(), "utf8")).toBe(`${given}\n`);
  });

  it("changes nothing when an account exists, whichever key is set", async () => {
    const { key } = await start();
    const other = `st_${"0b".repeat(32)}`;
    expect(await start({ RECADO_API_KEY: other })).toEqual({ created: false, key: null });
    expect(readFileSync(keyFile(), "utf8")).toBe(`${key}\n`);
    expect(await findByHash(opened.db, hashKey(other))).toBeNull();
  });

  it("creates nothing when the operator has created an account", async () => {
    await createAccount(opened.db, { name: "acme" }, { clock, ids: idMaker(clock) });
    expect(await start()).toEqual({ created: false, key: null });
    expect(existsSync(keyFile())).toBe(false);
  });

  it("creates one account when several processes start at once", async () => {
    const starts = await Promise.all([start(), start(), start()]);
    const winner = starts.filter(({ created }) => created);
    expect(winner).toHaveLength(1);
    expect(readFileSync(keyFile(), "utf8")).toBe(`${winner[0]?.key}\n`);
    expect(await listAccounts(opened.db)).toHaveLength(1);
  });

  it("creates nothing when the key cannot be written, and names the setting to correct", async () => {
    writeFileSync(join(opened.dataDir, "data"), "in the way");
    await expect(start()).rejects.toThrow(/^RECADO_DATA_DIR must be/);
    expect(await listAccounts(opened.db)).toEqual([]);
    expect(await opened.db("api_keys")).toEqual([]);
  });
});

it("shows the first key to a terminal only", () => {
  const config = readConfig({ RECADO_DATA_DIR: "/data" });
  expect(firstStartText(config, "st_key", true)).toContain("kept in /data/api-key:\n\n  st_key\n");
  expect(firstStartText(config, "st_key", false)).not.toContain("st_key");
});
