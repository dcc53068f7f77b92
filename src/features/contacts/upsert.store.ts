import { lockEach, rowsFrom, whereKeysMatch } from "../../platform/db/bulk";
import { beginWrite, type Db, rawChanges, rawRows, shareName, typedBind } from "../../platform/db/dialect";
import type { IdMaker } from "../../platform/ids";
import { foldForSearch } from "../../platform/search-text";
import type { Instant } from "../../platform/time";
import { writeContactCounts } from "./contact-counts.store";

/** Input of an upsert. An absent field stays unchanged, or is empty in a restored contact. */
export interface ContactUpsert {
  /** Number in E.164. */
  phone: string;
  name?: string | null;
  /** Replaces all attributes. */
  attributes?: Readonly<Record<string, string>>;
}

interface UpsertedContact {
  id: string;
  phone: string;
  outcome: "created" | "restored" | "updated";
}

/** Returns the value of `contacts.search`. The line break prevents matches across name and number. */
export const contactSearch = (name: string | null, phone: string) => `${foldForSearch(name ?? "")}\n${phone}`;

interface ExistingRow {
  id: string;
  phone: string;
  name: string | null;
  attributes: string;
  deleted_at: number | null;
}

/**
 * Returns the lock name of an account's numbers. Upserts share the lock and lock contacts in the order of
 * their numbers. A change of a number and a deletion of a contact's row take the lock exclusively, so neither
 * the order nor the set of existing contacts changes during an upsert.
 */
export const numbersOf = (accountId: string) => `contact_numbers ${accountId}`;

/**
 * Creates, restores or updates contacts by number; returns the results in input order. No number may occur
 * twice. Concurrent upserts of the same numbers wait for each other.
 */
export async function upsertContacts(
  trx: Db,
  accountId: string,
  upserts: readonly ContactUpsert[],
  now: Instant,
  ids: IdMaker,
): Promise<UpsertedContact[]> {
  await beginWrite(trx);
  await shareName(trx, numbersOf(accountId));
  const outcomes = new Map<string, UpsertedContact>();
  // Creation comes first. While a transaction waits for a concurrent creation, it holds no contact locks, so
  // no deadlock is possible.
  const created = await insertAbsent(trx, accountId, upserts, now, ids);
  for (const done of created) outcomes.set(done.phone, done);
  const known = upserts.filter(({ phone }) => !outcomes.has(phone));
  if (known.length > 0) {
    const existing = await lockByPhone(trx, accountId, known);
    for (const done of await updateExisting(trx, accountId, known, existing, now))
      outcomes.set(done.phone, done);
  }
  const more = [...outcomes.values()].filter(({ outcome }) => outcome !== "updated").length;
  await writeContactCounts(trx, accountId, [{ listId: null, contacts: more }]);
  return upserts.map(({ phone }) => outcomes.get(phone) as UpsertedContact);
}

/**
 * Locks the existing contacts of the upserts. The fixed order of locks prevents deadlocks between concurrent
 * upserts.
 */
async function lockByPhone(
  trx: Db,
  accountId: string,
  upserts: readonly ContactUpsert[],
): Promise<Map<string, ExistingRow>> {
  const rows = await lockEach<ExistingRow>(
    trx,
    { table: "contacts", accountId, key: "phone" },
    "text",
    ["id", "phone", "name", "attributes", "deleted_at"],
    upserts.map(({ phone }) => phone),
  );
  return new Map(rows.map((row) => [row.phone, row]));
}

async function updateExisting(
  trx: Db,
  accountId: string,
  upserts: readonly ContactUpsert[],
  existing: ReadonlyMap<string, ExistingRow>,
  now: Instant,
): Promise<UpsertedContact[]> {
  const done: UpsertedContact[] = [];
  const rows = upserts.flatMap(({ phone, name, attributes }) => {
    const row = existing.get(phone);
    if (!row) return [];
    done.push({ id: row.id, phone, outcome: row.deleted_at === null ? "updated" : "restored" });
    // A deleted contact has no data left, so a restored contact has only the fields of the upsert.
    const newName = name === undefined ? row.name : name;
    return [
      {
        id: row.id,
        name: newName,
        search: contactSearch(newName, phone),
        attributes: attributes === undefined ? row.attributes : JSON.stringify(attributes),
      },
    ];
  });
  if (rows.length === 0) return done;
  const source = rowsFrom(trx, "u", { id: "uuid", name: "text", search: "text", attributes: "text" }, rows);
  const match = whereKeysMatch(trx, "u", { table: "contacts", accountId, key: "id" });
  await rawChanges(
    trx,
    `update contacts set name = u.name, search = u.search, attributes = u.attributes, updated_at = ?,
       deleted_at = null from ${source.sql} ${match.sql}`,
    [now, ...source.bindings, ...match.bindings],
  );
  return done;
}

async function insertAbsent(
  trx: Db,
  accountId: string,
  upserts: readonly ContactUpsert[],
  now: Instant,
  ids: IdMaker,
): Promise<UpsertedContact[]> {
  const inserted = new Map<string, string>();
  // The order by number prevents deadlocks between concurrent creations. SQLite's search requires that ids
  // rise with the rows.
  const ordered = [...upserts].sort((a, b) => (a.phone < b.phone ? -1 : 1));
  const rows = ordered.map(({ phone, name = null, attributes = {} }) => ({
    id: ids.next(now),
    phone,
    name,
    search: contactSearch(name, phone),
    attributes: JSON.stringify(attributes),
  }));
  const source = rowsFrom(
    trx,
    "n",
    { id: "uuid", phone: "text", name: "text", search: "text", attributes: "text" },
    rows,
  );
  const [uuid, instant] = [typedBind(trx, "uuid"), typedBind(trx, "bigint")];
  const written = await rawRows<{ id: string; phone: string }>(
    trx,
    `insert into contacts (account_id, id, phone, name, search, attributes, created_at, updated_at)
       select ${uuid}, n.id, n.phone, n.name, n.search, n.attributes, ${instant}, ${instant} from ${source.sql} where true
       on conflict (account_id, phone) do nothing returning id, phone`,
    [accountId, now, now, ...source.bindings],
  );
  for (const { id, phone } of written) inserted.set(phone, id);
  return upserts.flatMap(({ phone }) => {
    const id = inserted.get(phone);
    return id === undefined ? [] : [{ id, phone, outcome: "created" as const }];
  });
}
