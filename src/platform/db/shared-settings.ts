import { type Db, lockRows } from "./dialect";

/** What all processes of a database agree on, told by whichever came first. */
export type ServiceFact = "secret-key" | "file-store";

interface ServiceFactRow {
  name: ServiceFact;
  value: string;
}

const facts = (db: Db, name: ServiceFact) => db<ServiceFactRow>("service_facts").where({ name });

export async function serviceFact(db: Db, name: ServiceFact): Promise<string | null> {
  return (await facts(db, name).first("value"))?.value ?? null;
}

/** What holds from now on: the value given, or the one of whoever was quicker. */
export async function agreeOn(db: Db, name: ServiceFact, value: string): Promise<string> {
  await db<ServiceFactRow>("service_facts").insert({ name, value }).onConflict("name").ignore();
  return (await serviceFact(db, name)) ?? value;
}

/** As `agreeOn`, and nobody else reads or changes it this way until the transaction ends. */
export async function lockFact(trx: Db, name: ServiceFact, value: string): Promise<string> {
  // The insert comes first: a SQLite transaction that begins with a read cannot turn into a write.
  await trx<ServiceFactRow>("service_facts").insert({ name, value }).onConflict("name").ignore();
  const row = (await lockRows(trx, facts(trx, name)).first("value")) as
    Pick<ServiceFactRow, "value"> | undefined;
  return row?.value ?? value;
}

export async function changeFact(trx: Db, name: ServiceFact, value: string): Promise<void> {
  await facts(trx, name).update({ value });
}
