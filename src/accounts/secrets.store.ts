import type { Db } from "../db/dialect";

/**
 * A secret that every process of the database shares, made by the first that asks for it. Whoever asks at the same
 * time, in whatever process, gets the same value.
 */
export async function serviceSecret(db: Db, name: string, make: () => string): Promise<string> {
  const stored = await storedSecret(db, name);
  if (stored !== undefined) return stored;
  await db("service_secrets").insert({ name, value: make() }).onConflict("name").ignore();
  const value = await storedSecret(db, name);
  if (value === undefined) throw new Error(`The secret ${name} was stored and cannot be read back`);
  return value;
}

async function storedSecret(db: Db, name: string): Promise<string | undefined> {
  const row = await db<{ name: string; value: string }>("service_secrets").where({ name }).first("value");
  return row?.value;
}
