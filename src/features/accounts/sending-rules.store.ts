import type { Db } from "../../platform/db/dialect";
import { type Query, runQuery } from "../../platform/db/statement-batch";
import type { Purpose } from "../../messaging/purpose";
import { type RulesInForce, rulesInForce } from "../../messaging/sending-rules/rule-in-force";
import { type ConsentUse, hasStatesColumn } from "../consents/states.store";
import { timeZoneOf } from "./accounts.store";
import { parseRules, type SendingRules, type StoredRule } from "../../messaging/sending-rules/rule";

interface RulesRow {
  sending_rules: string | null;
}

const rulesQuery = (accountId: string): Query<RulesRow, SendingRules> => ({
  sql: "select sending_rules from accounts where id = ?",
  bindings: [accountId],
  read: ([row]) => parseRules(row?.sending_rules ?? null),
});

export const findRules = (db: Db, accountId: string): Promise<SendingRules> =>
  runQuery(db, rulesQuery(accountId));

export interface TermsRow extends RulesRow {
  time_zone: string | null;
  has_states: boolean | number;
}

export interface SendingTerms {
  rules: RulesInForce;
  /** Whether the ledger has a granted or revoked consent for any number of the account. */
  hasConsents: boolean;
}

export const sendingTermsQuery = (accountId: string): Query<TermsRow, SendingTerms> => ({
  sql: `select sending_rules, time_zone, ${hasStatesColumn(accountId).sql} from accounts where id = ?`,
  bindings: [...hasStatesColumn(accountId).bindings, accountId],
  read: ([row]) => ({
    rules: rulesInForce(row?.sending_rules ?? null, timeZoneOf({ timeZone: row?.time_zone ?? null })),
    hasConsents: Boolean(row?.has_states),
  }),
});

export const consentUseOf = ({ rules, hasConsents }: SendingTerms, purpose: Purpose): ConsentUse => ({
  hasStates: hasConsents,
  isRequired: rules[purpose]?.requireConsent === true,
});

/** Writes the rule for a purpose; null deletes it. The transaction must hold the account's lock. */
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
