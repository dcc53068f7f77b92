import type { Knex } from "knex";
import { createAccount } from "../../src/features/accounts/accounts.store";
import {
  insertContactList,
  PROVISIONED_LIST_NAME,
} from "../../src/features/contact-lists/contact-lists.store";
import { ALL_SCOPES, fingerprint, makeKey } from "../../src/features/api-keys/api-key";
import { insertApiKey } from "../../src/features/api-keys/api-keys.store";
import type { App } from "../../src/app/app";
import { writeContactCounts } from "../../src/features/contacts/contact-counts.store";
import { contactSearch } from "../../src/features/contacts/upsert.store";
import { bulkInsert, type Columns, type Value } from "../../src/platform/db/bulk";
import { dialectOf } from "../../src/platform/db/dialect";
import { idMaker } from "../../src/platform/ids";
import { MAX_PER_SECOND } from "../../src/features/senders/sender";
import { insertSender } from "../../src/features/senders/senders.store";
import { systemClock } from "../../src/platform/time";
import type { Endpoint } from "../../src/features/webhooks/endpoint";
import { newSecret } from "../../src/features/webhooks/signature";
import { insertEndpoint } from "../../src/features/webhooks/webhooks.store";
import { inChunks } from "./stats";

/** Rate limit in requests per minute. No benchmark reaches it. */
const NO_LIMIT = 1_000_000_000;

/** Returns a number that the sandbox delivers to: none ends in 0001 to 0009. */
export const numberOf = (area: 11 | 21, index: number) => `+55${area}9${10_000_000 + index * 10}`;

export interface Tenant {
  accountId: string;
  senderId: string;
  key: string;
}

/** Creates an account with a key of all scopes, an SMS sender and limits that no benchmark reaches. */
export async function seedTenant(db: Knex, { name = "bench", carrier = "sandbox" } = {}): Promise<Tenant> {
  const deps = { clock: systemClock, ids: idMaker(systemClock) };
  const { id: accountId } = await createAccount(db, { name, rateLimit: NO_LIMIT }, deps);
  const createdAt = systemClock.now();
  const key = makeKey();
  const senderId = deps.ids.next();
  await insertApiKey(db, {
    ...fingerprint(key),
    id: deps.ids.next(),
    accountId,
    name: "bench",
    scopes: [ALL_SCOPES],
    createdAt,
    expiresAt: null,
  });
  const sender = { id: senderId, accountId, channel: "sms", address: "27000", carrier } as const;
  await insertSender(db, { ...sender, maxPerSecond: MAX_PER_SECOND, createdAt });
  return { accountId, senderId, key };
}

/** Inserts rows, which must all have the same fields. Reads the column types from the database. */
export async function insertRows(
  db: Knex,
  table: string,
  rows: readonly Record<string, Value>[],
): Promise<void> {
  const types = await db(table).columnInfo();
  const columns = Object.keys(rows[0] ?? {}).map((name) => [name, types[name]?.type]);
  await bulkInsert(db, table, Object.fromEntries(columns) as Columns, rows);
}

/** Inserts contacts with numbers of area 11. One in ten is on the provisioned blacklist. */
export async function seedContacts(
  db: Knex,
  accountId: string,
  count: number,
  nameOf: (index: number) => string = (index) => csvRow(index).name,
): Promise<void> {
  const ids = idMaker(systemClock);
  const listId = await blacklistOf(db, accountId);
  const now = systemClock.now();
  const contactOf = (index: number) => {
    const [name, { phone, attributes }] = [nameOf(index), csvRow(index)];
    return {
      account_id: accountId,
      id: ids.next(),
      phone,
      name,
      search: contactSearch(name, phone),
      attributes: JSON.stringify(attributes),
      created_at: now,
      updated_at: now,
    };
  };
  await inChunks(count, contactOf, async (contacts, start) => {
    await insertRows(db, "contacts", contacts);
    const suppressed = contacts.filter((_, offset) => (start + offset) % SUPPRESSED_EACH === 0);
    const members = suppressed.map(({ id }) => ({
      account_id: accountId,
      list_id: listId,
      contact_id: id,
      joined: 0,
      added_at: now,
      origin: "import",
    }));
    await insertRows(db, "list_members", members);
  });
  await writeContactCounts(db, accountId, [
    { listId: null, contacts: count },
    { listId, contacts: Math.ceil(count / SUPPRESSED_EACH) },
  ]);
}

export const SUPPRESSED_EACH = 10;

export const CITIES = ["São Paulo", "Recife", "Porto Alegre", "Belo Horizonte", "Manaus", "Goiânia"];

/** Creates a list of `members` contacts, oldest first, without the `skipped` oldest. Returns its id. */
export async function seedList(
  db: Knex,
  accountId: string,
  name: string,
  members: number,
  skipped = 0,
): Promise<string> {
  const now = systemClock.now();
  const id = idMaker(systemClock).next();
  const stamps = { createdAt: now, updatedAt: now };
  await insertContactList(db, accountId, {
    id,
    name,
    type: "default",
    channels: [],
    isProvisioned: false,
    ...stamps,
  });
  await db.raw(
    `insert into list_members (account_id, list_id, contact_id, joined, added_at, origin)
       select account_id, ${dialectOf(db) === "postgres" ? "?::uuid" : "?"}, id, 0, created_at, 'import'
       from contacts where account_id = ? order by id limit ? offset ?`,
    [id, accountId, members, skipped],
  );
  await writeContactCounts(db, accountId, [{ listId: id, contacts: members }]);
  return id;
}

export async function blacklistOf(db: Knex, accountId: string): Promise<string> {
  const row = (await db("contact_lists")
    .where({ account_id: accountId, name: PROVISIONED_LIST_NAME })
    .first("id")) as { id: string };
  return row.id;
}

/** Creates a webhook endpoint of the account. No server listens at the default URL. */
export async function seedEndpoint(
  deps: Pick<App, "db" | "secrets">,
  accountId: string,
  url = "http://127.0.0.1:9/",
): Promise<{ id: string; secret: string }> {
  const now = systemClock.now();
  const endpoint: Endpoint = {
    accountId,
    id: idMaker(systemClock).next(),
    url,
    description: null,
    eventTypes: ["message_update"],
    status: "enabled",
    disabledReason: null,
    failingSince: null,
    lastAttempt: null,
    createdAt: now,
    updatedAt: now,
  };
  const secret = newSecret();
  await insertEndpoint(deps, endpoint, secret);
  return { id: endpoint.id, secret };
}

/** Updates the planner's statistics. Does nothing on SQLite. */
export async function analyze(db: Knex): Promise<void> {
  if (dialectOf(db) === "postgres") await db.raw("vacuum analyze");
}

export const csvRow = (index: number) => ({
  phone: numberOf(11, index),
  name: `Contact ${index}`,
  attributes: { city: CITIES[index % CITIES.length] ?? "", plan: "basic" },
});

export function csvOf(rows: number): Buffer {
  const lines = ["phone,name,city,plan"];
  for (let index = 0; index < rows; index += 1) {
    const { phone, name, attributes } = csvRow(index);
    lines.push(`${phone},${name},${attributes.city},${attributes.plan}`);
  }
  return Buffer.from(`${lines.join("\n")}\n`);
}

export const TEXTS = {
  text: "Seu pedido já saiu para entrega e chega até amanhã. Responda SAIR para não receber mais.",
  variables:
    "Seu pedido já saiu para {{ city }} e chega até amanhã, no plano {{ plan }}. Responda SAIR para não receber mais.",
} as const;

/** Account with contacts, and the number of members of each list by the list's name. */
interface AccountPlan<L extends string> {
  name?: string;
  carrier?: string;
  contacts?: number;
  lists?: Readonly<Record<L, number>>;
}

/** Creates an account with contacts and with lists of the oldest contacts. Returns the lists' ids by name. */
export const tenantWith =
  <L extends string = never>({ contacts = 0, lists, ...account }: AccountPlan<L> = {}) =>
  async (db: Knex): Promise<Tenant & { listIds: Record<L, string> }> => {
    const tenant = await seedTenant(db, account);
    await seedContacts(db, tenant.accountId, contacts);
    const listIds = {} as Record<L, string>;
    for (const [name, members] of Object.entries<number>(lists ?? {}))
      listIds[name as L] = await seedList(db, tenant.accountId, name, members);
    return { ...tenant, listIds };
  };
