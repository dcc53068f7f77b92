import { type Db, jsonKeys, rawRows } from "../../platform/db/dialect";
import { yieldToEventLoop } from "../../platform/event-loop";
import { firstIdAt, instantOf, NIL_ID } from "../../platform/ids";
import { accountTotal, listTotals } from "../contacts/contact-counts.store";
import type { AlikeContacts } from "./variable-counts";

/** Maximum contacts and bytes of attributes per statement. While one runs, SQLite delays all requests. */
const READ = { contacts: 500, bytes: 1024 * 1024 };
const SAMPLE_READS = 20;
/** Maximum number of examined contacts. A larger set is sampled. */
export const MAX_SAMPLED = SAMPLE_READS * READ.contacts;
/** Maximum number of statements. It exceeds `SAMPLE_READS`, because long attributes end a read early. */
const MAX_SAMPLE_READS = 2 * SAMPLE_READS;

interface VariableSample {
  total: number;
  examined: number;
  groups: AlikeContacts[];
}

interface Scope {
  accountId: string;
  /** List id; null for all contacts of the account. */
  listId: string | null;
}

/**
 * Groups all contacts of the scope by their variables, or a sample of `maxSampled` contacts, spread over
 * their creation times. `maxSampled` is a multiple of `SAMPLE_READS`.
 */
export async function sampleVariables(
  db: Db,
  scope: Scope,
  maxSampled = MAX_SAMPLED,
): Promise<VariableSample> {
  const contactsPerRead = maxSampled / SAMPLE_READS;
  const counted = await totalOf(db, scope);
  const starts = counted <= maxSampled ? [] : await spreadStarts(db, scope);
  const groups: AlikeContacts[] = [];
  let examined = 0;
  let last = NIL_ID;
  for (let read = 0; read < MAX_SAMPLE_READS && examined < maxSampled; read++) {
    const start = starts[read] ?? "";
    const found = await examineContacts(db, scope, start > last ? start : last, contactsPerRead);
    groups.push(...found.groups);
    examined += found.groups.reduce((sum, { contacts }) => sum + contacts, 0);
    if (found.last === null || (starts.length > 0 && read + 1 === starts.length)) break;
    last = found.last;
    await yieldToEventLoop();
  }
  return { total: Math.max(counted, examined), examined, groups };
}

async function totalOf(db: Db, { accountId, listId }: Scope): Promise<number> {
  if (listId === null) return accountTotal(db, accountId);
  return (await listTotals(db, accountId, [listId])).get(listId) ?? 0;
}

/** Returns the first id of each read of a sample, evenly spaced in creation time. */
async function spreadStarts(db: Db, scope: Scope): Promise<string[]> {
  const [oldest, newest] = await Promise.all([endId(db, scope, "asc"), endId(db, scope, "desc")]);
  if (oldest === null || newest === null) return [];
  const [from, to] = [instantOf(oldest), instantOf(newest)];
  const step = (to - from) / SAMPLE_READS;
  return Array.from({ length: SAMPLE_READS }, (_, read) => firstIdAt(Math.floor(from + read * step)));
}

const source = ({ accountId, listId }: Scope) =>
  listId === null
    ? {
        id: "c.id",
        from: "contacts c where c.account_id = ? and c.deleted_at is null",
        bindings: [accountId],
      }
    : {
        id: "m.contact_id",
        from: `list_members m join contacts c on c.account_id = m.account_id and c.id = m.contact_id
          where m.account_id = ? and m.list_id = ?`,
        bindings: [accountId, listId],
      };

async function endId(db: Db, scope: Scope, order: "asc" | "desc"): Promise<string | null> {
  const { id, from, bindings } = source(scope);
  const [row] = await rawRows<{ id: string }>(
    db,
    `select ${id} as id from ${from} order by ${id} ${order} limit 1`,
    bindings,
  );
  return row?.id ?? null;
}

/** Groups the next contacts after an id by their variables; `last` is null if no contacts remain. */
async function examineContacts(
  db: Db,
  scope: Scope,
  after: string,
  contacts: number,
): Promise<{ groups: AlikeContacts[]; last: string | null }> {
  const { id, from, bindings } = source(scope);
  // Attribute names contain no commas.
  const names = jsonKeys(db, "b.attributes");
  const rows = await rawRows<{ names: string; named: number; contacts: number; last: string }>(
    db,
    `select k.names, k.named, count(*) as contacts, max(cast(k.id as text)) as last
     from (select b.id, case when b.name is null then 0 else 1 end as named,
         case when b.attributes = '{}' then '' else ${names} end as names
       from (select w.*, sum(w.size) over (order by w.id rows unbounded preceding) as bytes
         from (select ${id} as id, c.name, c.attributes, octet_length(c.attributes) as size
           from ${from} and ${id} > ? order by ${id} limit ${contacts}) w) b
       where b.bytes - b.size < ${READ.bytes}) k
     group by k.names, k.named`,
    [...bindings, after],
  );
  const groups = rows.map((row) => ({
    attributes: row.names === "" ? [] : row.names.split(","),
    named: Number(row.named) === 1,
    contacts: row.contacts,
  }));
  const last = rows.reduce<string | null>(
    (latest, row) => (latest === null || row.last > latest ? row.last : latest),
    null,
  );
  return { groups, last };
}
