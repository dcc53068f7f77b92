import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "../../src/app/config";
import { idMaker } from "../../src/platform/ids";
import { secretBox } from "../../src/platform/secrets/secret-box";
import { newSecretKey, readSecretKey } from "../../src/platform/secrets/secret-key";
import { resealServiceSecrets, serviceSecret } from "../../src/platform/secrets/service-secrets.store";
import { secretKeyFile, unlockSecrets } from "../../src/platform/secrets/unlock";
import { secretContext } from "../../src/features/webhooks/endpoint";
import { resealEndpointSecrets } from "../../src/features/webhooks/endpoint-secrets.store";
import { newSecret } from "../../src/features/webhooks/signature";
import { testClock } from "../support/clock";
import { databases, openTestDatabase, type OpenTestDatabase } from "../support/databases";

const RESEALS = [resealServiceSecrets, resealEndpointSecrets];

describe.each(databases)("the secrets in a %s database", (database) => {
  let opened: OpenTestDatabase;
  const ids = idMaker(testClock());
  beforeEach(async () => {
    opened = await openTestDatabase(database);
  });
  afterEach(() => opened.close());

  const configOf = (env: Record<string, string> = {}) =>
    readConfig({
      RECADO_DATA_DIR: opened.dataDir,
      ...(opened.url === null ? {} : { DATABASE_URL: opened.url }),
      ...env,
    });
  /** What a start does, with the settings given. */
  const unlock = (env: Record<string, string> = {}) =>
    unlockSecrets({ config: configOf(env), db: opened.db }, RESEALS);

  /** What an earlier version left: an endpoint with two readable secrets, and a readable secret of the service. */
  async function readableSecrets() {
    const endpoint = { account_id: ids.next(), id: ids.next() };
    const [secret, previous] = [newSecret(), newSecret()];
    await opened.db("webhook_endpoints").insert({
      ...endpoint,
      url: "https://example.com/",
      status: "enabled",
      secret,
      previous_secret: previous,
      created_at: 0,
      updated_at: 0,
    });
    await opened.db("service_secrets").insert({ name: "storage-signing", value: "ab".repeat(32) });
    const stored = async () => {
      const row = (await opened.db("webhook_endpoints").where(endpoint).first()) as Record<string, string>;
      const service = (await opened.db("service_secrets").first()) as { value: string };
      return [row.secret ?? "", row.previous_secret ?? "", service.value] as const;
    };
    return { context: secretContext(endpoint.account_id, endpoint.id), secret, previous, stored };
  }

  it("are encrypted by the first start that finds them readable, and by no other", async () => {
    const { context, secret, previous, stored } = await readableSecrets();
    const box = await unlock();
    const sealed = await stored();
    for (const value of sealed) expect(value).toMatch(/^sealed\.1\./);
    expect(box.open(sealed[0], context)).toBe(secret);
    expect(box.open(sealed[1], context)).toBe(previous);
    expect(await serviceSecret({ db: opened.db, secrets: box }, "storage-signing", () => "new")).toBe(
      "ab".repeat(32),
    );
    await unlock();
    expect(await stored()).toEqual(sealed);
  });

  it("are encrypted once by many starts at the same moment", async () => {
    const { context, secret, stored } = await readableSecrets();
    const boxes = await Promise.all(Array.from({ length: 6 }, () => unlock()));
    expect(new Set(boxes.map(({ keyId }) => keyId)).size).toBe(1);
    for (const box of boxes) expect(box.open((await stored())[0], context)).toBe(secret);
  });

  it("are all encrypted or none, when a start fails on the way", async () => {
    const { stored } = await readableSecrets();
    const before = await stored();
    const failing = async () => Promise.reject(new Error("the power went"));
    await expect(unlockSecrets({ config: configOf(), db: opened.db }, [...RESEALS, failing])).rejects.toThrow(
      "the power went",
    );
    expect(await stored()).toEqual(before);
    await unlock();
    expect((await stored())[0]).toMatch(/^sealed\./);
  });

  it("are many endpoints', page after page", async () => {
    const accountId = ids.next();
    const rows = Array.from({ length: 1_200 }, () => ({
      account_id: accountId,
      id: ids.next(),
      url: "https://example.com/",
      status: "enabled",
      secret: "whsec_readable",
      created_at: 0,
      updated_at: 0,
    }));
    for (let start = 0; start < rows.length; start += 50)
      await opened.db("webhook_endpoints").insert(rows.slice(start, start + 50));
    await opened.db("webhook_endpoints").where({ id: rows[0]?.id }).update({ status: "deleted", secret: "" });
    const box = await unlock();
    const stored = (await opened.db("webhook_endpoints").select("id", "secret", "status")) as {
      id: string;
      secret: string;
      status: string;
    }[];
    for (const { id, secret, status } of stored) {
      if (status === "deleted") expect(secret).toBe("");
      else expect(box.open(secret, secretContext(accountId, id))).toBe("whsec_readable");
    }
  });

  it("have a key that is made once and kept for its owner alone", async () => {
    const box = await unlock();
    const file = secretKeyFile(opened.dataDir);
    const key = readSecretKey(readFileSync(file, "utf8").trim());
    expect(key && secretBox(key).keyId).toBe(box.keyId);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await unlock()).keyId).toBe(box.keyId);
  });

  it("have the key that the operator sets, and then none in the data directory", async () => {
    const { context, secret, stored } = await readableSecrets();
    const RECADO_SECRET_KEY = newSecretKey();
    const box = await unlock({ RECADO_SECRET_KEY });
    expect(box.open((await stored())[0], context)).toBe(secret);
    expect(existsSync(secretKeyFile(opened.dataDir))).toBe(false);
    // What the file of a first process held may be set for the others.
    expect((await unlock({ RECADO_SECRET_KEY })).keyId).toBe(box.keyId);
  });

  it("end a start with another key, in one line that says what to set", async () => {
    await unlock({ RECADO_SECRET_KEY: newSecretKey() });
    await expect(unlock({ RECADO_SECRET_KEY: newSecretKey() })).rejects.toThrow(
      /^RECADO_SECRET_KEY does not fit what the database was encrypted with.*$/,
    );
    // Nor is a key made that could open nothing.
    await expect(unlock()).rejects.toThrow(
      database === "SQLite" ? /secret-key is missing.*$/ : /^RECADO_SECRET_KEY must be set.*$/,
    );
    expect(existsSync(secretKeyFile(opened.dataDir))).toBe(false);
    writeFileSync(secretKeyFile(opened.dataDir), newSecretKey());
    await expect(unlock()).rejects.toThrow(
      /^RECADO_SECRET_KEY must be set.* another key than the one in .*$/,
    );
  });

  it("end a start whose key file was lost or spoilt", async () => {
    await unlock();
    const file = secretKeyFile(opened.dataDir);
    writeFileSync(file, "not a key");
    await expect(unlock()).rejects.toThrow(/secret-key must hold 32 bytes in base64/);
    rmSync(file);
    await expect(unlock()).rejects.toThrow(/secret-key/);
  });

  it("move to a new key that comes with the one before", async () => {
    const { context, secret, previous, stored } = await readableSecrets();
    const before = newSecretKey();
    await unlock({ RECADO_SECRET_KEY: before });
    const after = newSecretKey();
    const box = await unlock({ RECADO_SECRET_KEY: after, RECADO_SECRET_KEY_PREVIOUS: before });
    const [one, two] = await stored();
    const alone = secretBox(readSecretKey(after) as NonNullable<ReturnType<typeof readSecretKey>>);
    expect([alone.open(one, context), alone.open(two, context)]).toEqual([secret, previous]);
    expect((await unlock({ RECADO_SECRET_KEY: after })).keyId).toBe(box.keyId);
    await expect(unlock({ RECADO_SECRET_KEY: before })).rejects.toThrow(/does not fit/);
  });

  it("are made once for the service, whoever asks first", async () => {
    const secrets = await unlock();
    const parts = { db: opened.db, secrets };
    let made = 0;
    const asked = await Promise.all(
      Array.from({ length: 5 }, () => serviceSecret(parts, "signing", () => `secret ${made++}`)),
    );
    expect(new Set(asked).size).toBe(1);
    expect(await serviceSecret(parts, "signing", () => "another")).toBe(asked[0]);
    expect(await serviceSecret(parts, "other", () => "another")).toBe("another");
    const stored = (await opened.db("service_secrets").pluck("value")) as string[];
    expect(stored.join()).not.toMatch(/secret \d|another/);
  });
});

describe("a key that several processes make at once", () => {
  it("is the same for all", async () => {
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

  it("belongs to one of two hosts, and the other ends", async () => {
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
