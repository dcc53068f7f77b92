import { type Db, lockRows } from "./dialect";

/** Names of values that all processes share. The first process sets each value. */
type ServiceFact = "secret-key" | "file-store" | "queue-hold";

interface ServiceFactRow {
  name: ServiceFact;
  value: string;
}

const facts = (db: Db, name: ServiceFact) => db<ServiceFactRow>("service_facts").where({ name });

export async function serviceFact(db: Db, name: ServiceFact): Promise<string | null> {
  return (await facts(db, name).first("value"))?.value ?? null;
}

/** Stores the value unless another process has stored one. Returns the stored value. */
export async function agreeOn(db: Db, name: ServiceFact, value: string): Promise<string> {
  await db<ServiceFactRow>("service_facts").insert({ name, value }).onConflict("name").ignore();
  return (await serviceFact(db, name)) ?? value;
}

/** Stores and returns the value as `agreeOn` does. Locks the stored value until the transaction ends. */
export async function lockFact(trx: Db, name: ServiceFact, value: string): Promise<string> {
  // Inserts first: a SQLite transaction that begins with a read may fail to write.
  await trx<ServiceFactRow>("service_facts").insert({ name, value }).onConflict("name").ignore();
  const row = (await lockRows(trx, facts(trx, name)).first("value")) as
    Pick<ServiceFactRow, "value"> | undefined;
  return row?.value ?? value;
}

export async function changeFact(trx: Db, name: ServiceFact, value: string): Promise<void> {
  await facts(trx, name).update({ value });
}
