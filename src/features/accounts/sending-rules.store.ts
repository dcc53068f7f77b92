import type { Db } from "../../platform/db/dialect";
import { type Query, runQuery } from "../../platform/db/statement-batch";
import type { Purpose } from "../../messaging/purpose";
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
