import {
  anyOf,
  type Columns,
  deleteChunk,
  insertStatement,
  isRow,
  rowsFrom,
  type Statement,
} from "../../platform/db/bulk";
import { type Binding, type Db, rawChanges, rawRows, typedBind } from "../../platform/db/dialect";
import { joinFirst } from "../../platform/db/first-of-each";
import { NIL_ID } from "../../platform/ids";
import { DAY, type Instant, latestPlausible } from "../../platform/time";
import { type FollowUpOutcome, type MetRule, OVERRULED, overrules } from "../../messaging/follow-up-rules";

export interface FollowUp extends MetRule {
  accountId: string;
  messageId: string;
}

interface FollowUpRow {
  account_id: string;
  message_id: string;
  rule_id: string;
  outcome: FollowUpOutcome;
  template_id: string;
  due_at: number;
}

const toFollowUp = (row: FollowUpRow): FollowUp => ({
  accountId: row.account_id,
  messageId: row.message_id,
  ruleId: row.rule_id,
  outcome: row.outcome,
  templateId: row.template_id,
  dueAt: row.due_at,
});

const OVERRULED_LIST = OVERRULED.map((outcome) => `'${outcome}'`).join(", ");

const keyOf = ({ messageId, ruleId }: Pick<FollowUp, "messageId" | "ruleId">) => `${messageId} ${ruleId}`;

/** Returns one rule per message and rule id: the rule with the overruling outcome, else the earlier time. */
function strongestOfEach<R extends Pick<FollowUp, "messageId" | "ruleId" | "outcome" | "dueAt">>(
  met: readonly R[],
): R[] {
  const strongest = new Map<string, R>();
  for (const rule of met) {
    const before = strongest.get(keyOf(rule));
    const isSooner = before?.outcome === rule.outcome && rule.dueAt < before.dueAt;
    if (!before || isSooner || overrules(rule.outcome, before.outcome)) strongest.set(keyOf(rule), rule);
  }
  return [...strongest.values()];
}

/**
 * Returns the statement that records met rules. Until a rule fires, an outcome other than `no_delivery`
 * replaces an outcome of `OVERRULED`. An earlier due time replaces a later due time of the same outcome.
 */
export const metRulesStatement = (db: Db, met: readonly FollowUp[]): Statement | null =>
  insertStatement(
    db,
    "follow_ups",
    {
      account_id: "uuid",
      message_id: "uuid",
      rule_id: "uuid",
      outcome: "text",
      template_id: "uuid",
      due_at: "bigint",
    },
    strongestOfEach(met).map((rule) => ({
      account_id: rule.accountId,
      message_id: rule.messageId,
      rule_id: rule.ruleId,
      outcome: rule.outcome,
      template_id: rule.templateId,
      due_at: rule.dueAt,
    })),
    `on conflict (account_id, message_id, rule_id) do update set outcome = excluded.outcome, due_at = excluded.due_at
       where follow_ups.ended_at is null and (
         (excluded.outcome <> 'no_delivery' and follow_ups.outcome in (${OVERRULED_LIST}))
         or (excluded.outcome = follow_ups.outcome and excluded.due_at < follow_ups.due_at))`,
  );

/**
 * Returns the statement that deletes the waiting `no_delivery` rules of delivered messages. Skips the rules
 * of `met`, which `metRulesStatement` writes in the same transaction.
 */
export function endedWaitsStatement(
  db: Db,
  accountId: string,
  messageIds: readonly string[],
  met: readonly FollowUp[],
): Statement | null {
  if (messageIds.length === 0) return null;
  const arrived = anyOf(db, "message_id", "uuid", messageIds).toSQL();
  const written = keysFrom(db, met);
  return {
    sql: `delete from follow_ups where account_id = ? and outcome = 'no_delivery' and ended_at is null and ${arrived.sql}
      and (message_id, rule_id) not in (select message_id, rule_id from ${written.sql})`,
    bindings: [accountId, ...(arrived.bindings as Binding[]), ...written.bindings],
  };
}

const open = (db: Db, accountId: string) =>
  db("follow_ups").where({ account_id: accountId }).whereNull("ended_at");

export async function nextFollowUpAt(db: Db, accountId: string): Promise<Instant | null> {
  const first = (await open(db, accountId).orderBy("due_at").first("due_at")) as
    { due_at: number } | undefined;
  return first?.due_at ?? null;
}

/** Bounds of the due times to read: after `after`, up to `now`. */
interface Due {
  after: Instant;
  now: Instant;
}

/** Returns the due rules of an account, the longest due first. */
export async function dueFollowUps(
  db: Db,
  accountId: string,
  { after, now }: Due,
  limit: number,
): Promise<FollowUp[]> {
  const rows = (await open(db, accountId)
    .andWhere("due_at", ">", after)
    .andWhere("due_at", "<=", now)
    .orderBy(["due_at", "message_id"])
    .limit(limit)) as FollowUpRow[];
  return rows.map(toFollowUp);
}

/** Returns a row source `d` with the keys of rules and further columns. */
function keysFrom(
  db: Db,
  rules: readonly FollowUp[],
  columns: Columns = {},
  valuesOf: (rule: FollowUp) => Record<string, string | number> = () => ({}),
) {
  const all: Columns = { message_id: "uuid", rule_id: "uuid", ...columns };
  const rows = rules.map((rule) => ({ message_id: rule.messageId, rule_id: rule.ruleId, ...valuesOf(rule) }));
  return rowsFrom(db, "d", all, rows);
}

const ruleOf = (row: string) =>
  `${row}.account_id = ? and ${row}.message_id = d.message_id and ${row}.rule_id = d.rule_id`;

/** Ends due rules. Returns the ended rules, without rules that another process has ended or postponed. */
export async function endFollowUps(
  trx: Db,
  accountId: string,
  due: readonly FollowUp[],
  now: Instant,
): Promise<FollowUp[]> {
  const source = keysFrom(trx, due);
  const rows = await rawRows<FollowUpRow>(
    trx,
    `update follow_ups set ended_at = ? from ${source.sql}
     where ${isRow(trx, "follow_ups", ruleOf)} and follow_ups.ended_at is null and follow_ups.due_at <= ?
     returning follow_ups.account_id, follow_ups.message_id, follow_ups.rule_id, outcome, template_id, due_at`,
    [now, ...source.bindings, accountId, now],
  );
  return rows.map(toFollowUp);
}

/** Postpones rules to their `dueAt`. Skips rules that have ended or were overruled. */
export async function postponeFollowUps(
  db: Db,
  accountId: string,
  waits: readonly FollowUp[],
): Promise<void> {
  if (waits.length === 0) return;
  const source = keysFrom(db, waits, { outcome: "text", due_at: "bigint" }, ({ outcome, dueAt }) => ({
    outcome,
    due_at: dueAt,
  }));
  await rawChanges(
    db,
    `update follow_ups set due_at = d.due_at from ${source.sql}
     where ${isRow(db, "follow_ups", ruleOf)} and follow_ups.outcome = d.outcome and follow_ups.ended_at is null`,
    [...source.bindings, accountId],
  );
}

/** Maximum wait of a rule (`after_seconds`) and maximum postponement, in milliseconds. */
export const MAX_FOLLOW_UP_DELAY_MS = 3 * DAY;

/** Makes rules with an implausibly late due time due now. Returns their number. */
export async function boundFollowUps(db: Db, now: Instant): Promise<number> {
  const next = {
    table: "follow_ups",
    where: "t.account_id > k.account_id and t.ended_at is null order by t.account_id",
  };
  return rawChanges(
    db,
    `with recursive accounts_waiting(account_id) as (
       select ${typedBind(db, "uuid")}
       union all
       select n.account_id from accounts_waiting k ${joinFirst(db, "n", [next], { limit: "1" })}
     )
     update follow_ups set due_at = ? where ended_at is null and due_at > ?
       and account_id in (select account_id from accounts_waiting)`,
    [NIL_ID, now, latestPlausible(now, MAX_FOLLOW_UP_DELAY_MS)],
  );
}

/**
 * Deletes ended rules that did not fire. A later outcome of the message can then record the rule again; a
 * stored ended rule would block it.
 */
export async function deleteFollowUps(trx: Db, accountId: string, rules: readonly FollowUp[]): Promise<void> {
  if (rules.length === 0) return;
  const source = keysFrom(trx, rules);
  await rawChanges(
    trx,
    `delete from follow_ups where account_id = ?
       and (message_id, rule_id) in (select message_id, rule_id from ${source.sql})`,
    [accountId, ...source.bindings],
  );
}

export async function voidFollowUps(
  trx: Db,
  accountId: string,
  messageIds: readonly string[],
  now: Instant,
): Promise<void> {
  if (messageIds.length === 0) return;
  await trx("follow_ups")
    .where({ account_id: accountId })
    .where(anyOf(trx, "message_id", "uuid", messageIds))
    .whereNull("ended_at")
    .update({ ended_at: now });
}

export const purgeFollowUps = (db: Db, before: Instant, limit: number): Promise<number> =>
  deleteChunk(db, {
    table: "follow_ups",
    key: ["account_id", "message_id", "rule_id"],
    where: "ended_at < ?",
    bindings: [before],
    order: "ended_at",
    limit,
  });
