// The floor of `campaign`: one statement that inserts the same messages from the same tables.
import { Client } from "pg";
import { loadSqlite } from "../../../src/platform/db/sqlite-driver";
import { smsSegments } from "../../../src/messaging/segments";
import { searchOfContent } from "../../../src/features/messages/rendered-message";
import { parseText } from "../../../src/messaging/variables";
import { idMaker } from "../../../src/platform/ids";
import { systemClock } from "../../../src/platform/time";
import { type DatabaseAddress, type DatabaseKind, sqlitePath } from "../databases";
import { perform } from "../processes";

export interface FloorRun {
  address: DatabaseAddress;
  accountId: string;
  listId: string;
  /** The list that suppresses. */
  blacklistId: string;
  templateId: string;
  /** The text of the template; its placeholders name attributes. */
  text: string;
}

export const floorTasks = {
  /** Inserts a message for each member of the list; answers the seconds. */
  async insert(run: FloorRun): Promise<number> {
    const sql = statement(run.address.kind, run);
    return run.address.kind === "sqlite" ? onSqlite(run.address, sql) : onPostgres(run.address, sql);
  },
};

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** A text with the contact's attributes in their places, as SQL; only `lower` is folded further than the literals. */
function concatenated(kind: DatabaseKind, text: string, wrap: (value: string) => string): string {
  const { literals, names } = parseText(text);
  const attributes = kind === "postgres" ? "c.attributes::json" : "c.attributes";
  const parts = literals.flatMap((literal, index) => {
    const name = names[index];
    return name === undefined ? [quoted(literal)] : [quoted(literal), wrap(`(${attributes} ->> '${name}')`)];
  });
  return parts.join(" || ");
}

/**
 * A message has the id of its contact: as wide, and rising as well, and made by nobody. What is the same for all rows
 * is written as a constant.
 */
function statement(
  kind: DatabaseKind,
  { accountId, listId, blacklistId, templateId, text }: FloorRun,
): string {
  const ids = idMaker(systemClock);
  const now = systemClock.now();
  const uuid = (id: string) => (kind === "postgres" ? `'${id}'::uuid` : `'${id}'`);
  const content = concatenated(kind, JSON.stringify({ type: "text", text }), (value) => value);
  const search = concatenated(kind, searchOfContent({ type: "text", text }), (value) => `lower(${value})`);
  const ofStatus = (pending: string, blocked: string) =>
    `case when b.contact_id is null then ${pending} else ${blocked} end`;
  return `
    insert into messages (account_id, id, batch_id, channel, status, recipient, sender, contact_id, template_id,
      campaign_id, content, segments, price, history, search, created_at, updated_at)
    select m.account_id, m.contact_id, ${ofStatus(uuid(ids.next()), "null")}, 'sms',
      ${ofStatus("'pending'", "'blocked'")}, c.phone, '27000', m.contact_id, ${uuid(templateId)}, ${uuid(ids.next())},
      ${content}, ${smsSegments(text).segments}, 0,
      ${ofStatus(`'[["pending",${now}]]'`, `'[["blocked",${now}]]'`)}, c.phone || ${search}, ${now}, ${now}
    from list_members m
      join contacts c on c.account_id = m.account_id and c.id = m.contact_id
      left join list_members b
        on b.account_id = m.account_id and b.list_id = ${uuid(blacklistId)} and b.contact_id = m.contact_id
    where m.account_id = ${uuid(accountId)} and m.list_id = ${uuid(listId)}
    order by m.contact_id`;
}

async function onPostgres({ url }: DatabaseAddress, sql: string): Promise<number> {
  const client = new Client({ connectionString: url ?? "" });
  await client.connect();
  const started = performance.now();
  await client.query(sql);
  const seconds = (performance.now() - started) / 1_000;
  await client.end();
  return seconds;
}

function onSqlite(address: DatabaseAddress, sql: string): number {
  const db = new (loadSqlite())(sqlitePath(address));
  for (const setting of ["synchronous = FULL", "cache_size = -65536", "temp_store = MEMORY"])
    db.pragma(setting);
  const insert = db.prepare(sql);
  const started = performance.now();
  insert.run();
  const seconds = (performance.now() - started) / 1_000;
  db.close();
  return seconds;
}

perform(floorTasks);
