import { anyOf, bulkInsert, rowsFrom } from "../db/bulk";
import { type Db, rawRows } from "../db/dialect";
import { DAY, type Instant, latestPlausible } from "../time";
import { type FollowUpOutcome, type MetRule, OVERRULED, overrules } from "./rules";

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

/** As in `overrules`. */
const OVERRULED_LIST = OVERRULED.map((outcome) => `'${outcome}'`).join(", ");

const keyOf = ({ messageId, ruleId }: Pick<FollowUp, "messageId" | "ruleId">) => `${messageId} ${ruleId}`;

/**
 * Notes rules that messages have met, in the transaction of the change that met them. A rule is noted once a message;
 * an outcome that was overruled before the rule fired gives way to the later one.
 */
export async function insertFollowUps(
  trx: Db,
  accountId: string,
  met: readonly Omit<FollowUp, "accountId">[],
): Promise<void> {
  const once = new Map<string, Omit<FollowUp, "accountId">>();
  for (const rule of met) {
    const noted = once.get(keyOf(rule));
    if (!noted || overrules(rule.outcome, noted.outcome)) once.set(keyOf(rule), rule);
  }
  await bulkInsert(
    trx,
    "follow_ups",
    {
      account_id: "uuid",
      message_id: "uuid",
      rule_id: "uuid",
      outcome: "text",
      template_id: "uuid",
      due_at: "bigint",
    },
    [...once.values()].map((rule) => ({
      account_id: accountId,
      message_id: rule.messageId,
      rule_id: rule.ruleId,
      outcome: rule.outcome,
      template_id: rule.templateId,
      due_at: rule.dueAt,
    })),
    `on conflict (account_id, message_id, rule_id) do update set outcome = excluded.outcome, due_at = excluded.due_at
       where excluded.outcome <> 'no_delivery' and follow_ups.outcome in (${OVERRULED_LIST})
         and follow_ups.ended_at is null`,
  );
}

/** Rules whose time has come, the longest due first. */
export async function dueFollowUps(db: Db, now: Instant, limit: number): Promise<FollowUp[]> {
  const rows = (await db("follow_ups")
    .whereNull("ended_at")
    .andWhere("due_at", "<=", now)
    .orderBy(["due_at", "message_id"])
    .limit(limit)) as FollowUpRow[];
  return rows.map(toFollowUp);
}

/** Ends rules that are due, and answers those that nobody else had ended or put off before. */
export async function endFollowUps(
  trx: Db,
  accountId: string,
  due: readonly FollowUp[],
  now: Instant,
): Promise<FollowUp[]> {
  const source = rowsFrom(
    trx,
    "d",
    { message_id: "uuid", rule_id: "uuid" },
    due.map(({ messageId, ruleId }) => ({ message_id: messageId, rule_id: ruleId })),
  );
  const rows = await rawRows<FollowUpRow>(
    trx,
    `update follow_ups set ended_at = ? from ${source.sql}
     where follow_ups.account_id = ? and follow_ups.message_id = d.message_id and follow_ups.rule_id = d.rule_id
       and follow_ups.ended_at is null and follow_ups.due_at <= ?
     returning follow_ups.account_id, follow_ups.message_id, follow_ups.rule_id, outcome, template_id, due_at`,
    [now, ...source.bindings, accountId, now],
  );
  return rows.map(toFollowUp);
}

/** Looks at waits for a delivery again at `dueAt`, unless a report has ended them meanwhile. */
export async function putOffFollowUps(db: Db, accountId: string, waits: readonly FollowUp[]): Promise<void> {
  for (const { messageId, ruleId, outcome, dueAt } of waits) {
    await db("follow_ups")
      .where({ account_id: accountId, message_id: messageId, rule_id: ruleId, outcome })
      .whereNull("ended_at")
      .update({ due_at: dueAt });
  }
}

/** The longest that a rule waits (`after_seconds`), and that one is put off. */
export const LONGEST_WAIT = 3 * DAY;

/** Makes rules due now that are due later than any can be; answers how many. */
export async function boundFollowUps(db: Db, now: Instant): Promise<number> {
  return db("follow_ups")
    .whereRaw("ended_at is null")
    .andWhere("due_at", ">", latestPlausible(now, LONGEST_WAIT))
    .update({ due_at: now });
}

/** Forgets rules whose outcome was overruled, in the transaction that ended them: another outcome may meet them yet. */
export async function forgetFollowUps(trx: Db, accountId: string, rules: readonly FollowUp[]): Promise<void> {
  for (const { messageId, ruleId } of rules) {
    await trx("follow_ups").where({ account_id: accountId, message_id: messageId, rule_id: ruleId }).delete();
  }
}

/** Ends the rules of messages without sending what they would. */
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

/** Forgets rules that ended long ago; true while there are more. */
export async function purgeFollowUps(db: Db, before: Instant, limit: number): Promise<boolean> {
  const old = (await db("follow_ups")
    .where("ended_at", "<", before)
    .orderBy("ended_at")
    .limit(limit)
    .select("account_id", "message_id", "rule_id")) as Pick<
    FollowUpRow,
    "account_id" | "message_id" | "rule_id"
  >[];
  for (const key of old) await db("follow_ups").where(key).delete();
  return old.length === limit;
}
