import type { Db } from "../../platform/db/dialect";
import { isUniqueViolation } from "../../platform/db/errors";
import type { IdMaker } from "../../platform/ids";
import { type Query, runQuery } from "../../platform/db/statement-batch";
import type { Channel } from "../../messaging/channel";
import { DEFAULT_WORDS, type OptOutWords } from "../../messaging/default-opt-out-words";
import { NO_RULES, type RulesInForce, rulesInForce } from "../../messaging/sending-rules/rule-in-force";
import { conflict } from "../../platform/problem";
import type { Clock, Instant } from "../../platform/time";
import { insertProvisionedList } from "../contact-lists/contact-lists.store";
import { contactIdByPhoneQuery } from "../contacts/contacts.store";
import { type PriceTable, readPrices } from "./prices";

export interface Account {
  id: string;
  name: string;
  /** Rate limit in requests per minute; null for the service's default. */
  rateLimit: number | null;
  /** Whether opt-out, opt-in and help words in replies take effect. */
  optOut: boolean;
  words: OptOutWords;
  optOutConfirmation: string | null;
  helpAnswer: string | null;
  /** Prices set for the account, in micro-units; `priceTable` adds the defaults. */
  prices: Partial<PriceTable>;
  /** IANA name of the account's time zone; null for the default of `timeZoneOf`. */
  timeZone: string | null;
  createdAt: Instant;
  disabledAt: Instant | null;
  rules: RulesInForce;
}

export type AutomaticReplies = Pick<Account, "words" | "optOutConfirmation" | "helpAnswer">;

interface AccountRow {
  id: string;
  name: string;
  rate_limit: number | null;
  opt_out: boolean | number;
  opt_out_words: string | null;
  opt_out_confirmation: string | null;
  help_answer: string | null;
  prices: string | null;
  time_zone: string | null;
  created_at: number;
  disabled_at: number | null;
  sending_rules: string | null;
}

const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  name: row.name,
  rateLimit: row.rate_limit,
  optOut: Boolean(row.opt_out),
  words: row.opt_out_words === null ? DEFAULT_WORDS : (JSON.parse(row.opt_out_words) as OptOutWords),
  optOutConfirmation: row.opt_out_confirmation,
  helpAnswer: row.help_answer,
  prices: row.prices === null ? {} : readPrices(JSON.parse(row.prices)),
  timeZone: row.time_zone,
  createdAt: row.created_at,
  disabledAt: row.disabled_at,
  rules: rulesInForce(row.sending_rules, timeZoneOf({ timeZone: row.time_zone })),
});

/** Time zone of accounts without a time zone, and of deleted accounts. */
const DEFAULT_TIME_ZONE = "America/Sao_Paulo";

export const timeZoneOf = (account: Pick<Account, "timeZone"> | null): string =>
  account?.timeZone ?? DEFAULT_TIME_ZONE;

interface NewAccount {
  name: string;
  rateLimit?: number | null;
}

/**
 * Creates an account with its opt-out list; returns null if the name is taken. If several calls create an
 * account with the same name at the same time, one succeeds and the other calls return null.
 */
export async function insertAccount(
  db: Db,
  { name, rateLimit = null }: NewAccount,
  { clock, ids }: { clock: Clock; ids: IdMaker },
): Promise<Account | null> {
  const createdAt = clock.now();
  const account: Account = {
    id: ids.next(),
    name,
    rateLimit,
    optOut: true,
    words: DEFAULT_WORDS,
    optOutConfirmation: null,
    helpAnswer: null,
    prices: {},
    timeZone: null,
    createdAt,
    disabledAt: null,
    rules: NO_RULES,
  };
  return db.transaction(async (trx) => {
    const inserted: unknown[] = await trx("accounts")
      .insert({
        id: account.id,
        name,
        rate_limit: rateLimit,
        opt_out: true,
        prices: null,
        created_at: createdAt,
      })
      .onConflict("name")
      .ignore()
      .returning("id");
    if (inserted.length === 0) return null;
    await insertProvisionedList(trx, { accountId: account.id, id: ids.next(), createdAt });
    return account;
  });
}

const nameTaken = (name: string) => conflict(`The account "${name}" already exists`);

/** Creates an account like `insertAccount`; throws a conflict if the name is taken. */
export async function createAccount(
  db: Db,
  account: NewAccount,
  deps: { clock: Clock; ids: IdMaker },
): Promise<Account> {
  const created = await insertAccount(db, account, deps);
  if (created === null) throw nameTaken(account.name);
  return created;
}

export const accountQuery = (accountId: string): Query<AccountRow, Account | null> => ({
  sql: "select * from accounts where id = ?",
  bindings: [accountId],
  read: ([row]) => (row ? toAccount(row) : null),
});

export const findAccount = (db: Db, accountId: string): Promise<Account | null> =>
  runQuery(db, accountQuery(accountId));

/**
 * Returns an account and the id of its contact with the number (E.164), in one statement. Either is null if
 * absent.
 */
export async function accountAndContact(
  db: Db,
  accountId: string,
  phone: string,
): Promise<{ account: Account | null; contactId: string | null }> {
  const row = await db("accounts")
    .where({ id: accountId })
    .select<(AccountRow & { contact_id: string | null })[]>(
      "*",
      contactIdByPhoneQuery(db, accountId, phone).as("contact_id"),
    )
    .first();
  return row ? { account: toAccount(row), contactId: row.contact_id } : { account: null, contactId: null };
}

export async function findAccountByName(db: Db, name: string): Promise<Account | null> {
  const row = await db<AccountRow>("accounts").where({ name }).first();
  return row ? toAccount(row) : null;
}

export async function listAccounts(db: Db): Promise<Account[]> {
  const rows = await db<AccountRow>("accounts").orderBy("id");
  return rows.map(toAccount);
}

export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db("accounts").first("id")) !== undefined;
}

/** Returns whether `formerName` was the account's name before the latest renaming. */
export async function wasRenamedFrom(db: Db, accountId: string, formerName: string): Promise<boolean> {
  const found: unknown = await db("accounts").where({ id: accountId, former_name: formerName }).first("id");
  return found !== undefined;
}

/** Renames an account and keeps its former name; throws a conflict if another account has the name. */
export async function renameAccount(db: Db, accountId: string, name: string): Promise<void> {
  try {
    await db("accounts")
      .where({ id: accountId })
      .update({ name, former_name: db.ref("name") });
  } catch (error) {
    throw isUniqueViolation(error) ? nameTaken(name) : error;
  }
}

/** Disables an account. Returns false if it does not exist or is already disabled; the earlier time stays. */
export async function disableAccount(db: Db, accountId: string, now: Instant): Promise<boolean> {
  const disabled = await db("accounts")
    .where({ id: accountId })
    .whereNull("disabled_at")
    .update({ disabled_at: now });
  return disabled > 0;
}

/** Enables a disabled account. Returns false if it does not exist or is already enabled. */
export async function enableAccount(db: Db, accountId: string): Promise<boolean> {
  const enabled = await db("accounts")
    .where({ id: accountId })
    .whereNotNull("disabled_at")
    .update({ disabled_at: null });
  return enabled > 0;
}

interface AccountChanges {
  /** Rate limit in requests per minute; null resets to the service's default. */
  rateLimit?: number | null;
  optOut?: boolean;
  optOutConfirmation?: string | null;
  /** Prices in micro-units by channel. Null removes a price. Absent channels keep their price. */
  prices?: Partial<Record<Channel, number | null>>;
  /** IANA name; null resets to the default. */
  timeZone?: string | null;
}

export async function setAccount(
  db: Db,
  accountId: string,
  changes: AccountChanges,
): Promise<Account | null> {
  return db.transaction(async (trx) => {
    await lockAccount(trx, accountId);
    const account = await findAccount(trx, accountId);
    if (account === null) return null;
    const merged = { ...account.prices, ...changes.prices };
    const prices = Object.fromEntries(Object.entries(merged).filter(([, price]) => price !== null));
    const changed: Account = {
      ...account,
      rateLimit: changes.rateLimit === undefined ? account.rateLimit : changes.rateLimit,
      optOut: changes.optOut ?? account.optOut,
      optOutConfirmation:
        changes.optOutConfirmation === undefined ? account.optOutConfirmation : changes.optOutConfirmation,
      prices: readPrices(prices),
      timeZone: changes.timeZone === undefined ? account.timeZone : changes.timeZone,
    };
    await trx("accounts")
      .where({ id: accountId })
      .update({
        rate_limit: changed.rateLimit,
        opt_out: changed.optOut,
        opt_out_confirmation: changed.optOutConfirmation,
        time_zone: changed.timeZone,
        prices: Object.keys(prices).length === 0 ? null : JSON.stringify(prices),
      });
    return changed;
  });
}

export async function setAutomaticReplies(
  db: Db,
  accountId: string,
  { words, optOutConfirmation, helpAnswer }: AutomaticReplies,
): Promise<void> {
  await db("accounts")
    .where({ id: accountId })
    .update({
      opt_out_words: JSON.stringify(words),
      opt_out_confirmation: optOutConfirmation,
      help_answer: helpAnswer,
    });
}

/**
 * Locks the account row until the transaction ends. The lock is an update: a SQLite transaction that begins
 * with a read cannot write after another process has written.
 */
export async function lockAccount(trx: Db, accountId: string): Promise<void> {
  await trx("accounts")
    .where({ id: accountId })
    .update({ name: trx.ref("name") });
}
