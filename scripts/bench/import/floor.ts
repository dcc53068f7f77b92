// The floor of `import`: the bare upsert of the same contacts and members, the best way that each database has.
import { Client } from "pg";
import { contactSearch } from "../../../src/features/contacts/upsert.store";
import { arrayLiteral } from "../../../src/platform/db/bulk";
import { loadSqlite } from "../../../src/platform/db/sqlite-driver";
import { idMaker } from "../../../src/platform/ids";
import { systemClock } from "../../../src/platform/time";
import { type DatabaseAddress, sqlitePath } from "../databases";
import { perform } from "../processes";
import { rowAt } from "./table";

export interface FloorRun {
  address: DatabaseAddress;
  accountId: string;
  listId: string;
  rows: number;
}

/** Rows of one commit. */
const CHUNK = 5_000;

interface Contact {
  id: string;
  phone: string;
  name: string;
  search: string;
  attributes: string;
}

type Write = (contacts: readonly Contact[]) => Promise<void>;

const UPDATE = `on conflict (account_id, phone) do update set name = excluded.name, search = excluded.search,
  attributes = excluded.attributes, updated_at = excluded.updated_at, deleted_at = null`;

export const floorTasks = {
  /** Upserts all rows; answers the seconds. All values are made beforehand. */
  async upsert(run: FloorRun): Promise<number> {
    const chunks = contactsIn(run.rows);
    const { write, close } = run.address.kind === "sqlite" ? onSqlite(run) : await onPostgres(run);
    const started = performance.now();
    for (const chunk of chunks) await write(chunk);
    const seconds = (performance.now() - started) / 1_000;
    await close();
    return seconds;
  },
};

function contactsIn(rows: number): Contact[][] {
  const ids = idMaker(systemClock);
  const chunks: Contact[][] = [];
  for (let start = 0; start < rows; start += CHUNK) {
    chunks.push(
      Array.from({ length: Math.min(CHUNK, rows - start) }, (_, offset) => {
        const { phone, name, attributes } = rowAt(start + offset);
        const texts = { search: contactSearch(name, phone), attributes: JSON.stringify(attributes) };
        return { id: ids.next(), phone, name, ...texts };
      }),
    );
  }
  return chunks;
}

async function onPostgres({ address, accountId, listId }: FloorRun) {
  const client = new Client({ connectionString: address.url ?? "" });
  await client.connect();
  const write: Write = async (contacts) => {
    const of = (column: keyof Contact) => arrayLiteral(contacts.map((contact) => contact[column]));
    await client.query("begin");
    const { rows } = await client.query<{ id: string }>({
      name: "contacts",
      text: `insert into contacts (account_id, id, phone, name, search, attributes, created_at, updated_at)
        select $1, *, $2, $2 from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[]) ${UPDATE}
        returning id`,
      values: [
        accountId,
        systemClock.now(),
        of("id"),
        of("phone"),
        of("name"),
        of("search"),
        of("attributes"),
      ],
    });
    await client.query({
      name: "members",
      text: `insert into list_members (account_id, list_id, contact_id, joined, added_at, origin)
        select $1, $2, *, 1, $4::bigint, 'import' from unnest($3::uuid[]) on conflict do nothing`,
      values: [accountId, listId, arrayLiteral(rows.map(({ id }) => id)), systemClock.now()],
    });
    await client.query("commit");
  };
  return { write, close: () => client.end() };
}

function onSqlite({ address, accountId, listId }: FloorRun) {
  const db = new (loadSqlite())(sqlitePath(address));
  for (const setting of ["synchronous = FULL", "cache_size = -65536", "temp_store = MEMORY"])
    db.pragma(setting);
  const contact = db
    .prepare<unknown[], string>(
      `insert into contacts (account_id, id, phone, name, search, attributes, created_at, updated_at)
       values (?, ?, ?, ?, ?, ?, ?, ?) ${UPDATE} returning id`,
    )
    .pluck();
  const member = db.prepare(
    `insert into list_members (account_id, list_id, contact_id, joined, added_at, origin)
     values (?, ?, ?, 1, ?, 'import') on conflict do nothing`,
  );
  const write = db.transaction((contacts: readonly Contact[]) => {
    const now = systemClock.now();
    for (const { id, phone, name, search, attributes } of contacts) {
      const written = contact.get(accountId, id, phone, name, search, attributes, now, now);
      member.run(accountId, listId, written, now);
    }
  });
  return {
    write: async (contacts: readonly Contact[]) => write(contacts),
    close: async () => void db.close(),
  };
}

perform(floorTasks);
