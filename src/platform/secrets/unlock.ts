import type { KeyObject } from "node:crypto";
import { join } from "node:path";
import { ConfigError } from "../config-error";
import type { Db } from "../db/dialect";
import { createOnce, readStored } from "../persisted-value";
import { keyIdOf, type SecretBox, secretBox } from "./secret-box";
import { newSecretKey, readSecretKey } from "./secret-key";
import { updateSharedSetting, lockSharedSetting, sharedSetting } from "../db/shared-settings";

/** Function that re-encrypts a table's secrets of an earlier key with the current key. Idempotent. */
type Reseal = (trx: Db, secrets: SecretBox) => Promise<void>;

interface SecretSettings {
  dataDir: string;
  databaseUrl: string | null;
  /** Configured key; null for the key in the data directory. */
  secretKey: KeyObject | null;
  previousSecretKey: KeyObject | null;
}

/** Returns the path of the generated key, which is used if no key is configured. */
export const secretKeyFile = (dataDir: string) => join(dataDir, "secret-key");

/**
 * Returns the box for the secrets in this database. The database records the id of its key. Throws a
 * `ConfigError` that names the setting if neither the current nor the previous key has this id. Runs
 * `reseals` in one transaction and one process at a time, so that afterwards the current key opens all
 * secrets.
 */
export async function unlockSecrets(
  { config, db }: { config: SecretSettings; db: Db },
  reseals: readonly Reseal[],
): Promise<SecretBox> {
  const sealedWith = await sharedSetting(db, "secret-key");
  const key = config.secretKey ?? storedKey(config, sealedWith !== null);
  const previous = config.previousSecretKey;
  const box = secretBox(key, previous === null ? [] : [previous]);
  await db.transaction(async (trx) => {
    const keyId = await lockSharedSetting(trx, "secret-key", box.keyId);
    const known = [box.keyId, ...(previous === null ? [] : [keyIdOf(previous)])];
    if (!known.includes(keyId)) throw new ConfigError(otherKey(config));
    if (keyId !== box.keyId) await updateSharedSetting(trx, "secret-key", box.keyId);
    for (const reseal of reseals) await reseal(trx, box);
  });
  return box;
}

/**
 * Returns the box for the secrets in this database, and changes nothing; null if the database has no secrets.
 * Throws a `ConfigError` that names the setting if the key is missing or wrong.
 */
export async function openSecretBox({
  config,
  db,
}: {
  config: SecretSettings;
  db: Db;
}): Promise<SecretBox | null> {
  const sealedWith = await sharedSetting(db, "secret-key");
  if (sealedWith === null) return null;
  const key = config.secretKey ?? storedKey(config, true);
  const previous = config.previousSecretKey;
  const box = secretBox(key, previous === null ? [] : [previous]);
  const known = [box.keyId, ...(previous === null ? [] : [keyIdOf(previous)])];
  if (!known.includes(sealedWith)) throw new ConfigError(otherKey(config));
  return box;
}

/** Returns the key in the data directory. Creates a key only if the database has no encrypted data. */
function storedKey({ dataDir, databaseUrl }: SecretSettings, exists: boolean): KeyObject {
  const file = secretKeyFile(dataDir);
  const text = readOrCreate(file, exists);
  if (text === null) {
    throw new ConfigError(
      databaseUrl === null
        ? `${file} is missing, and the secrets in the database are encrypted with its key: restore the file, or set RECADO_SECRET_KEY to its content`
        : `RECADO_SECRET_KEY must be set, the same for every process: the database's secrets are encrypted, and there is no ${file}`,
    );
  }
  const key = readSecretKey(text);
  if (key === null) throw new ConfigError(`${file} must hold 32 bytes in base64 and nothing else`);
  return key;
}

function readOrCreate(file: string, exists: boolean): string | null {
  try {
    return exists ? readStored(file) : createOnce(file, newSecretKey);
  } catch (error) {
    throw new ConfigError(`${file} cannot be read or created: ${String(error)}`);
  }
}

const otherKey = ({ secretKey, dataDir }: SecretSettings): string =>
  secretKey === null
    ? `RECADO_SECRET_KEY must be set, the same for every process: the database was encrypted with another key than the one in ${secretKeyFile(dataDir)}`
    : "RECADO_SECRET_KEY is not the key that the database was encrypted with: set it to that key (if it was never set, the key is in the file secret-key of the first process's data directory), or set RECADO_SECRET_KEY_PREVIOUS to that key to encrypt everything again";
