// The baseline of `import`: the bare upsert of the same contacts and members.
import { contactSearch } from "../../../src/features/contacts/upsert.store";
import { idMaker } from "../../../src/platform/ids";
import { systemClock } from "../../../src/platform/time";
import type { DatabaseAddress } from "../databases";
import { perform } from "../processes";
import { csvRow } from "../seed";
import { openBare, quoted, type Row } from "../sql";
import { secondsOf } from "../stats";

interface ImportBaseline {
  address: DatabaseAddress;
  accountId: string;
  listId: string;
  rows: number;
}

/** Rows per commit. */
const CHUNK = 5_000;

export const importTasks = {
  /** Upserts generated rows. Returns the duration of the upserts in seconds. */
  async upsert({ address, accountId, listId, rows }: ImportBaseline): Promise<number> {
    const chunks = chunksOf(rows);
    const connection = await openBare(address);
    const now = String(systemClock.now());
    const contacts = {
      table: "contacts",
      constants: { account_id: quoted(accountId), created_at: now, updated_at: now },
      columns: {
        id: "uuid",
        phone: "text",
        name: "text",
        search: "text",
        attributes: "text",
      } as const,
      tail: `on conflict (account_id, phone) do update set name = excluded.name, search = excluded.search,
        attributes = excluded.attributes, updated_at = excluded.updated_at, deleted_at = null returning id`,
    };
    const members = {
      table: "list_members",
      constants: {
        account_id: quoted(accountId),
        list_id: quoted(listId),
        joined: "1",
        added_at: now,
        origin: "'import'",
      },
      columns: { contact_id: "uuid" } as const,
      tail: "on conflict do nothing",
    };
    const seconds = await secondsOf(async () => {
      for (const chunk of chunks) {
        await connection.transaction(async () => {
          const ids = await connection.insert(contacts, chunk);
          const joined = ids.map((contact_id) => ({ contact_id }));
          await connection.insert(members, joined);
        });
      }
    });
    await connection.close();
    return seconds;
  },
};

function chunksOf(rows: number): Row[][] {
  const ids = idMaker(systemClock);
  return Array.from({ length: Math.ceil(rows / CHUNK) }, (_, chunk) =>
    Array.from({ length: Math.min(CHUNK, rows - chunk * CHUNK) }, (_, offset) => {
      const { phone, name, attributes } = csvRow(chunk * CHUNK + offset);
      const texts = { search: contactSearch(name, phone), attributes: JSON.stringify(attributes) };
      return { id: ids.next(), phone, name, ...texts };
    }),
  );
}

perform(importTasks);
