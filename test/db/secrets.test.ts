import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "../../src/app/config";
import { idMaker } from "../../src/platform/ids";
import { type SecretBox, secretBox, SecretError } from "../../src/platform/secrets/secret-box";
import { newSecretKey, readSecretKey } from "../../src/platform/secrets/secret-key";
import { resealServiceSecrets, serviceSecret } from "../../src/platform/secrets/service-secrets.store";
import { secretKeyFile, unlockSecrets } from "../../src/platform/secrets/unlock";
import { secretContext } from "../../src/features/webhooks/endpoint";
import {
  resealEndpointSecrets,
  unreadableEndpointSecrets,
} from "../../src/features/webhooks/endpoint-secrets.store";
import { newSecret } from "../../src/features/webhooks/signature";
import { testClock } from "../support/clock";
import { databases, openTestDatabase, settingsOf, testDatabase } from "../support/databases";
import { isLockAwaited } from "../support/locks";
import { until } from "../support/until";

const RESEALS = [resealServiceSecrets, resealEndpointSecrets];

describe.each(databases)("stored secrets on %s", (database) => {
  const opened = testDatabase(database, { each: true });
  const ids = idMaker(testClock());

  const configOf = (env: Record<string, string> = {}) =>
    readConfig({
      ...settingsOf(opened),
      ...env,
    });
  /** Unlocks the secrets as a start with these settings does. */
  const unlock = (env: Record<string, string> = {}) =>
    unlockSecrets({ config: configOf(env), db: opened.db }, RESEALS);

  /** The settings of the first start after a change of the key. */
  const rekeyed = (before: string, after = newSecretKey()) => ({
    RECADO_SECRET_KEY: after,
    RECADO_SECRET_KEY_PREVIOUS: before,
  });

  /** Stores an endpoint with three secrets and a secret of the service, sealed by the box. */
  async function storeSecrets(box: SecretBox) {
    const endpoint = { account_id: ids.next(), id: ids.next() };
    const context = secretContext(endpoint.account_id, endpoint.id);
    const [secret, previous, earlier] = [newSecret(), newSecret(), newSecret()];
    await opened.db("webhook_endpoints").insert({
      ...endpoint,
      url: "https://example.com/",
      event_types: "[]",
      status: "enabled",
      secret: box.seal(secret, context),
      previous_secret: box.seal(previous, context),
      earlier_secrets: JSON.stringify([{ secret: box.seal(earlier, context), expires_at: 1 }]),
      created_at: 0,
      updated_at: 0,
    });
    await serviceSecret({ db: opened.db, secrets: box }, "storage-signing", () => "ab".repeat(32));
    const stored = async () => {
      const row = (await opened.db("webhook_endpoints").where(endpoint).first()) as Record<string, string>;
      const service = (await opened.db("service_secrets").first()) as { value: string };
      const [{ secret }] = JSON.parse(row.earlier_secrets ?? "") as [{ secret: string }];
      return [row.secret ?? "", row.previous_secret ?? "", secret, service.value] as const;
    };
    return { context, secret, previous, earlier, stored };
  }

  it("keeps secrets unchanged at a start with the same key", async () => {
    const { stored } = await storeSecrets(await unlock());
    const sealed = await stored();
    for (const value of sealed) expect(value).toMatch(/^sealed\.1\./);
    await unlock();
    expect(await stored()).toEqual(sealed);
  });

  it("fails a start when a secret is not encrypted", async () => {
    const before = newSecretKey();
    await storeSecrets(await unlock({ RECADO_SECRET_KEY: before }));
    await opened.db("webhook_endpoints").update({ secret: "whsec_readable" });
    await expect(unlock(rekeyed(before))).rejects.toThrow(SecretError);
  });

  it("moves secrets to a new key once when many processes start concurrently", async () => {
    const before = newSecretKey();
    const { context, secret, stored } = await storeSecrets(await unlock({ RECADO_SECRET_KEY: before }));
    const settings = rekeyed(before);
    const boxes = await Promise.all(Array.from({ length: 6 }, () => unlock(settings)));
    expect(new Set(boxes.map(({ keyId }) => keyId)).size).toBe(1);
    for (const box of boxes) expect(box.open((await stored())[0], context)).toBe(secret);
    const sealed = await stored();
    await unlock(settings);
    expect(await stored()).toEqual(sealed);
  });

  it("moves all secrets to a new key, or none when the start fails", async () => {
    const before = newSecretKey();
    const { stored } = await storeSecrets(await unlock({ RECADO_SECRET_KEY: before }));
    const sealed = await stored();
    const config = configOf(rekeyed(before));
    const failing = async () => Promise.reject(new Error("power failure"));
    await expect(unlockSecrets({ config, db: opened.db }, [...RESEALS, failing])).rejects.toThrow(
      "power failure",
    );
    expect(await stored()).toEqual(sealed);
    await unlock({ RECADO_SECRET_KEY: before });
  });

  it("moves secrets to a new key page by page", async () => {
    const before = newSecretKey();
    const first = await unlock({ RECADO_SECRET_KEY: before });
    const accountId = ids.next();
    const rows = Array.from({ length: 600 }, () => {
      const id = ids.next();
      return {
        account_id: accountId,
        id,
        url: "https://example.com/",
        event_types: "[]",
        status: "enabled",
        secret: first.seal("whsec_1", secretContext(accountId, id)),
        created_at: 0,
        updated_at: 0,
      };
    });
    for (let start = 0; start < rows.length; start += 50)
      await opened.db("webhook_endpoints").insert(rows.slice(start, start + 50));
    await opened.db("webhook_endpoints").where({ id: rows[0]?.id }).update({ status: "deleted", secret: "" });
    const after = newSecretKey();
    await unlock(rekeyed(before, after));
    const box = await unlock({ RECADO_SECRET_KEY: after });
    const stored = (await opened.db("webhook_endpoints").select("id", "secret", "status")) as {
      id: string;
      secret: string;
      status: string;
    }[];
    for (const { id, secret, status } of stored) {
      if (status === "deleted") expect(secret).toBe("");
      else expect(box.open(secret, secretContext(accountId, id))).toBe("whsec_1");
    }
  });

  // SQLite runs one writing transaction at a time.
  if (database === "PostgreSQL") {
    it("keeps a secret that changes while secrets move to a new key", async () => {
      const before = newSecretKey();
      const first = await unlock({ RECADO_SECRET_KEY: before });
      const { context, previous, stored } = await storeSecrets(first);
      const [moving] = await opened.db.transaction(async (trx) => {
        await trx("webhook_endpoints").update({ secret: first.seal("whsec_changed", context) });
        const moving = unlock(rekeyed(before));
        await until("the start waits for the endpoint", 10, () => isLockAwaited(opened.db));
        return [moving];
      });
      const box = await moving;
      const [secret, kept] = await stored();
      expect([box.open(secret, context), box.open(kept, context)]).toEqual(["whsec_changed", previous]);
    });
  }

  it("creates a key once, in a file that only its owner can read", async () => {
    const box = await unlock();
    const file = secretKeyFile(opened.dataDir);
    const key = readSecretKey(readFileSync(file, "utf8").trim());
    expect(key && secretBox(key).keyId).toBe(box.keyId);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await unlock()).keyId).toBe(box.keyId);
  });

  it("uses the key that the operator sets, and writes no key file", async () => {
    const RECADO_SECRET_KEY = newSecretKey();
    const { context, secret, stored } = await storeSecrets(await unlock({ RECADO_SECRET_KEY }));
    const box = await unlock({ RECADO_SECRET_KEY });
    expect(box.open((await stored())[0], context)).toBe(secret);
    expect(existsSync(secretKeyFile(opened.dataDir))).toBe(false);
    expect((await unlock({ RECADO_SECRET_KEY })).keyId).toBe(box.keyId);
  });

  it("fails a start with another key, in one line that names the setting", async () => {
    await unlock({ RECADO_SECRET_KEY: newSecretKey() });
    await expect(unlock({ RECADO_SECRET_KEY: newSecretKey() })).rejects.toThrow(
      /^RECADO_SECRET_KEY is not the key that the database was encrypted with.*$/,
    );
    // No new key is created, since it could not decrypt the secrets.
    await expect(unlock()).rejects.toThrow(
      database === "SQLite" ? /secret-key is missing.*$/ : /^RECADO_SECRET_KEY must be set.*$/,
    );
    expect(existsSync(secretKeyFile(opened.dataDir))).toBe(false);
    writeFileSync(secretKeyFile(opened.dataDir), newSecretKey());
    await expect(unlock()).rejects.toThrow(
      /^RECADO_SECRET_KEY must be set.* another key than the one in .*$/,
    );
  });

  it("fails a start when the key file is invalid or missing", async () => {
    await unlock();
    const file = secretKeyFile(opened.dataDir);
    writeFileSync(file, "not a key");
    await expect(unlock()).rejects.toThrow(/secret-key must hold 32 bytes in base64/);
    rmSync(file);
    await expect(unlock()).rejects.toThrow(/secret-key/);
  });

  it("moves secrets to a new key when the previous key is set", async () => {
    const before = newSecretKey();
    const { context, secret, previous, earlier, stored } = await storeSecrets(
      await unlock({ RECADO_SECRET_KEY: before }),
    );
    const after = newSecretKey();
    const box = await unlock(rekeyed(before, after));
    const sealed = (await stored()).slice(0, 3);
    const alone = secretBox(readSecretKey(after) as NonNullable<ReturnType<typeof readSecretKey>>);
    expect(sealed.map((one) => alone.open(one, context))).toEqual([secret, previous, earlier]);
    expect((await unlock({ RECADO_SECRET_KEY: after })).keyId).toBe(box.keyId);
    await expect(unlock({ RECADO_SECRET_KEY: before })).rejects.toThrow(/is not the key/);
  });

  it("counts an endpoint with an earlier secret that the key does not open", async () => {
    const box = await unlock();
    const { context } = await storeSecrets(box);
    expect(await unreadableEndpointSecrets(opened.db, box)).toBe(0);
    const other = secretBox(readSecretKey(newSecretKey()) as NonNullable<ReturnType<typeof readSecretKey>>);
    const earlier = [{ secret: other.seal(newSecret(), context), expires_at: 1 }];
    await opened.db("webhook_endpoints").update({ earlier_secrets: JSON.stringify(earlier) });
    expect(await unreadableEndpointSecrets(opened.db, box)).toBe(1);
  });

  it("creates a secret of the service once for concurrent callers", async () => {
    const secrets = await unlock();
    const deps = { db: opened.db, secrets };
    let made = 0;
    const created = await Promise.all(
      Array.from({ length: 5 }, () => serviceSecret(deps, "signing", () => `secret ${made++}`)),
    );
    expect(new Set(created).size).toBe(1);
    expect(await serviceSecret(deps, "signing", () => "another")).toBe(created[0]);
    expect(await serviceSecret(deps, "other", () => "another")).toBe("another");
    const stored = (await opened.db("service_secrets").pluck("value")) as string[];
    expect(stored.join()).not.toMatch(/secret \d|another/);
  });
});

describe("a secret key created by concurrent processes", () => {
  it("creates one key for processes that share a data directory", async () => {
    const one = await openTestDatabase("PostgreSQL");
    try {
      const config = readConfig({ RECADO_DATA_DIR: one.dataDir, DATABASE_URL: one.url ?? "" });
      const boxes = await Promise.all(
        Array.from({ length: 8 }, () => unlockSecrets({ config, db: one.db }, RESEALS)),
      );
      expect(new Set(boxes.map(({ keyId }) => keyId)).size).toBe(1);
    } finally {
      await one.close();
    }
  });

  it("fails the start of a second host with another data directory", async () => {
    const [one, other] = [await openTestDatabase("PostgreSQL"), await openTestDatabase("SQLite")];
    try {
      const configs = [one.dataDir, join(other.dataDir)].map((RECADO_DATA_DIR) =>
        readConfig({ RECADO_DATA_DIR, DATABASE_URL: one.url ?? "" }),
      );
      const starts = await Promise.allSettled(
        configs.map((config) => unlockSecrets({ config, db: one.db }, RESEALS)),
      );
      const [failed, ...more] = starts.filter((start) => start.status === "rejected");
      expect(more).toEqual([]);
      expect(String(failed?.reason)).toMatch(/RECADO_SECRET_KEY must be set, the same for every process/);
    } finally {
      await one.close();
      await other.close();
    }
  });
});
