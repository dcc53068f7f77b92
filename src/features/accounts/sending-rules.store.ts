import type { Db } from "../../platform/db/dialect";
import { type Query, runQuery } from "../../platform/db/statement-batch";
import type { Purpose } from "../../messaging/purpose";
import { type RulesInForce, rulesInForce } from "../../messaging/sending-rules/rule-in-force";
import { timeZoneOf } from "./accounts.store";
import { parseRules, type SendingRules, type StoredRule } from "../../messaging/sending-rules/rule";

interface RulesRow {
  sending_rules: string | null;
}

/** Returns the query for the rules that an account has set. */
export const rulesQuery = (accountId: string): Query<RulesRow, SendingRules> => ({
  sql: "select sending_rules from accounts where id = ?",
  bindings: [accountId],
  read: ([row]) => parseRules(row?.sending_rules ?? null),
});

export const findRules = (db: Db, accountId: string): Promise<SendingRules> =>
  runQuery(db, rulesQuery(accountId));

/** Returns the query for the account's rules, ready to decide about messages. */
export const rulesInForceQuery = (
  accountId: string,
): Query<RulesRow & { time_zone: string | null }, RulesInForce> => ({
  sql: "select sending_rules, time_zone from accounts where id = ?",
  bindings: [accountId],
  read: ([row]) => rulesInForce(row?.sending_rules ?? null, timeZoneOf({ timeZone: row?.time_zone ?? null })),
});

/** Writes or, with null, deletes the rule for a purpose. The transaction must hold the account's lock. */
export async function writeRule(
  trx: Db,
  accountId: string,
  purpose: Purpose,
  rule: StoredRule | null,
): Promise<void> {
  const { [purpose]: _former, ...others } = await findRules(trx, accountId);
  const rules = rule === null ? others : { ...others, [purpose]: rule };
  await trx("accounts")
    .where({ id: accountId })
    .update({ sending_rules: Object.keys(rules).length === 0 ? null : JSON.stringify(rules) });
}
