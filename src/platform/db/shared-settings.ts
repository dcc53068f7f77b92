import { type Db, lockRows } from "./dialect";

/** Names of values that all processes share. The first process sets each value. */
type SharedSetting = "secret-key" | "file-store" | "queue-hold";

interface SharedSettingRow {
  name: SharedSetting;
  value: string;
}

const settings = (db: Db, name: SharedSetting) => db<SharedSettingRow>("service_facts").where({ name });

export async function sharedSetting(db: Db, name: SharedSetting): Promise<string | null> {
  return (await settings(db, name).first("value"))?.value ?? null;
}

/** Stores the value unless another process has stored one. Returns the stored value. */
export async function ensureSharedSetting(db: Db, name: SharedSetting, value: string): Promise<string> {
  await db<SharedSettingRow>("service_facts").insert({ name, value }).onConflict("name").ignore();
  return (await sharedSetting(db, name)) ?? value;
}

/**
 * Stores and returns the value as `ensureSharedSetting` does. Locks the stored value until the transaction
 * ends.
 */
export async function lockSharedSetting(trx: Db, name: SharedSetting, value: string): Promise<string> {
  // Inserts first: a SQLite transaction that begins with a read may fail to write.
  await trx<SharedSettingRow>("service_facts").insert({ name, value }).onConflict("name").ignore();
  const row = (await lockRows(trx, settings(trx, name)).first("value")) as
    Pick<SharedSettingRow, "value"> | undefined;
  return row?.value ?? value;
}

export async function updateSharedSetting(trx: Db, name: SharedSetting, value: string): Promise<void> {
  await settings(trx, name).update({ value });
}
