import type { Db } from "../db/dialect";
import { canOpen, type SecretBox, type SecretContext } from "./secret-box";

interface ServiceSecretRow {
  name: string;
  value: string;
}

const rows = (db: Db) => db<ServiceSecretRow>("service_secrets");
const contextOf = (name: string): SecretContext => ["service_secrets", name];

/** Returns a secret that all processes of the database share. The first caller creates the secret. */
export async function serviceSecret(
  { db, secrets }: { db: Db; secrets: SecretBox },
  name: string,
  make: () => string,
): Promise<string> {
  const stored = await storedSecret(db, name);
  if (stored !== undefined) return secrets.open(stored, contextOf(name));
  const made = secrets.seal(make(), contextOf(name));
  await rows(db).insert({ name, value: made }).onConflict("name").ignore();
  const value = await storedSecret(db, name);
  if (value === undefined) throw new Error(`The secret ${name} was stored and cannot be read back`);
  return secrets.open(value, contextOf(name));
}

async function storedSecret(db: Db, name: string): Promise<string | undefined> {
  return (await rows(db).where({ name }).first("value"))?.value;
}

export async function unreadableServiceSecrets(db: Db, box: SecretBox): Promise<number> {
  return (await rows(db)).filter(({ name, value }) => !canOpen(box, value, contextOf(name))).length;
}

/** Re-encrypts, with the current key, the service secrets that an earlier key has encrypted. */
export async function resealServiceSecrets(trx: Db, secrets: SecretBox): Promise<void> {
  for (const { name, value } of await rows(trx)) {
    const resealed = secrets.resealed(value, contextOf(name));
    if (resealed !== null) await rows(trx).where({ name }).update({ value: resealed });
  }
}
