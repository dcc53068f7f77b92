import {
  anyOf,
  bulkInsert,
  type Columns,
  insertStatement,
  rowsFrom,
  type Statement,
} from "../../platform/db/bulk";
import { type Db, rawRows } from "../../platform/db/dialect";
import { NIL_ID } from "../../platform/ids";
import { parseRules } from "../../messaging/sending-rules/rule";
import type { Purpose } from "../../messaging/purpose";
import type { BlockReason } from "../../messaging/block-reason";
import type { Instant } from "../../platform/time";
import { type ConsentStatus, type Pair, pairsBeyond, pairsOf, type Scope } from "./consent";
import { numberHash, type SuppressionKey } from "./number-hash";

interface NewState extends Scope {
  hash: string;
  status: ConsentStatus;
  occurredAt: Instant;
  consentId: string;
  /** Whether a revocation holds only where the provisioned list suppresses. */
  followsList: boolean;
}

const COLUMNS: Columns = {
  account_id: "uuid",
  number_hash: "text",
  channel: "text",
  purpose: "text",
  status: "text",
  occurred_at: "bigint",
  consent_id: "uuid",
  follows_list: "boolean",
};

/**
 * Conflict clause that keeps the newer state. After a revocation that does not follow the list, later
 * revocations do not follow the list either, until a grant.
 */
const NEWER = `on conflict (account_id, number_hash, channel, purpose) do update set status = excluded.status,
    occurred_at = excluded.occurred_at, consent_id = excluded.consent_id,
    follows_list = excluded.follows_list
      and (consent_states.status = 'granted' or consent_states.follows_list)
  where excluded.occurred_at > consent_states.occurred_at or (excluded.occurred_at = consent_states.occurred_at
    and excluded.consent_id > consent_states.consent_id)`;

const rowsOf = (accountId: string, states: readonly NewState[], pairs: (scope: Scope) => Pair[] = pairsOf) =>
  states
    .flatMap((state) =>
      pairs(state).map(({ channel, purpose }) => ({
        account_id: accountId,
        number_hash: state.hash,
        channel,
        purpose,
        status: state.status,
        occurred_at: state.occurredAt,
        consent_id: state.consentId,
        follows_list: state.followsList,
        key: `${state.hash} ${channel} ${purpose}`,
      })),
    )
    // The fixed order makes concurrent records wait instead of deadlocking.
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key: _, ...row }) => row);

/** Instant of states that no record has. Every record is newer: the first valid instant is in the year 0. */
const BEFORE_EVERY_RECORD: Instant = Number.MIN_SAFE_INTEGER;

/**
 * Writes the states of records, unless a newer record holds. A revocation that follows the list also becomes
 * the state of channels and purposes that have none, because the list may suppress them later. Any record
 * replaces a state of this kind.
 */
export async function writeStates(trx: Db, accountId: string, states: readonly NewState[]): Promise<void> {
  const following = states
    .filter(({ followsList }) => followsList)
    .map((state) => ({ ...state, occurredAt: BEFORE_EVERY_RECORD, consentId: NIL_ID }));
  const beyond = rowsOf(accountId, following, pairsBeyond);
  await bulkInsert(trx, "consent_states", COLUMNS, rowsOf(accountId, states), NEWER);
  await bulkInsert(trx, "consent_states", COLUMNS, beyond, "on conflict do nothing");
}

/** Writes the states of one record. Returns the channels and purposes for which the record now holds. */
export async function writeState(trx: Db, accountId: string, state: NewState): Promise<Pair[]> {
  const suffix = `${NEWER} returning channel, purpose`;
  const insert = insertStatement(trx, "consent_states", COLUMNS, rowsOf(accountId, [state]), suffix);
  const holds = insert === null ? [] : await rawRows<Pair>(trx, insert.sql, insert.bindings);
  if (state.status === "revoked" && !state.followsList) await endFollowing(trx, accountId, state);
  return holds;
}

/** Makes revocations after `earlier` hold independently of the list too, unless a grant lies between. */
async function endFollowing(trx: Db, accountId: string, earlier: NewState): Promise<void> {
  const grants = trx("consents as g")
    .where({ "g.account_id": accountId, "g.number_hash": earlier.hash, "g.status": "granted" })
    .whereNotNull("g.phone") // a grant without its number has ended
    .where("g.occurred_at", ">", earlier.occurredAt)
    .whereRaw("g.occurred_at <= consent_states.occurred_at")
    .whereRaw(`g.channels like '%"' || consent_states.channel || '"%'`)
    .whereRaw(`g.purposes like '%"' || consent_states.purpose || '"%'`);
  await trx("consent_states")
    .where({ account_id: accountId, number_hash: earlier.hash, status: "revoked", follows_list: true })
    .whereIn("channel", earlier.channels)
    .whereIn("purpose", earlier.purposes)
    .whereNotExists(grants)
    .update({ follows_list: false });
}

export const endGrants = (
  trx: Db,
  accountId: string,
  hashes: readonly string[],
  upTo: string,
): Promise<number> =>
  trx("consent_states")
    .where({ account_id: accountId, status: "granted" })
    .where(anyOf(trx, "number_hash", "text", hashes))
    .where("consent_id", "<=", upTo)
    .del();

interface HeldState extends Pair {
  status: ConsentStatus;
  occurredAt: Instant;
  followsList: boolean;
}

interface StateRow extends Pair {
  status: ConsentStatus;
  occurred_at: number;
  follows_list: boolean | number;
}

export async function statesOf(db: Db, accountId: string, hash: string): Promise<HeldState[]> {
  const rows = (await db("consent_states")
    .where({ account_id: accountId, number_hash: hash })
    .select("channel", "purpose", "status", "occurred_at", "follows_list")) as StateRow[];
  return rows.map(({ occurred_at, follows_list, ...row }) => ({
    ...row,
    occurredAt: occurred_at,
    followsList: Boolean(follows_list),
  }));
}

/** Properties of a message that decide which consents apply to it. */
interface ConsentKind extends Pair {
  accountId: string;
}

/** Reasons why consents matter for a message: existing consents, or a rule that requires a consent. */
export interface ConsentUse {
  hasStates: boolean;
  isRequired: boolean;
}

export interface UseRow {
  sending_rules: string | null;
  has_states: boolean | number;
}

export const hasStatesColumn = (accountId: string): Statement => ({
  sql: "exists (select 1 from consent_states s where s.account_id = ?) as has_states",
  bindings: [accountId],
});

/** Returns the select of an account's `UseRow`. */
export const useRowStatement = (accountId: string): Statement => ({
  sql: `select sending_rules, ${hasStatesColumn(accountId).sql} from accounts where id = ?`,
  bindings: [...hasStatesColumn(accountId).bindings, accountId],
});

export const consentUseOf = (row: UseRow | undefined, purpose: Purpose): ConsentUse => ({
  hasStates: Boolean(row?.has_states),
  isRequired: parseRules(row?.sending_rules ?? null)[purpose]?.requireConsent === true,
});

/** Returns why a number (E.164) gets no messages of a kind; null if its consents allow them. */
export type ConsentCheck = (phone: string) => Extract<BlockReason, "suppressed" | "no_consent"> | null;

/**
 * Reads the consents of the numbers in at most one statement, and returns the check of a number. The `like`
 * patterns are literals, because SQLite plans a statement again for each bound pattern.
 */
export async function consentCheck(
  db: Db,
  key: SuppressionKey,
  { accountId, channel, purpose }: ConsentKind,
  { hasStates, isRequired }: ConsentUse,
  phones: readonly string[],
): Promise<ConsentCheck> {
  if (!hasStates) return () => (isRequired ? "no_consent" : null);
  const hashed = phones.map((phone) => ({ phone, hash: numberHash(key, accountId, phone) }));
  const source = rowsFrom(db, "p", { phone: "text", hash: "text" }, hashed);
  const rows = await rawRows<{ phone: string; status: ConsentStatus }>(
    db,
    `select p.phone, s.status from ${source.sql} join consent_states s on s.account_id = ?
         and s.number_hash = p.hash and s.channel = ? and s.purpose = ?
       where s.status = 'granted' or not s.follows_list or exists (select 1 from contact_lists l
         where l.account_id = s.account_id and l.is_provisioned and l.deleted_at is null
           and l.channels like '%"${channel}"%' and (l.purposes is null or l.purposes like '%"${purpose}"%'))`,
    [...source.bindings, accountId, channel, purpose],
  );
  const statuses = new Map(rows.map(({ phone, status }) => [phone, status]));
  return (phone) => {
    const status = statuses.get(phone);
    if (status === "revoked") return "suppressed";
    return isRequired && status === undefined ? "no_consent" : null;
  };
}
