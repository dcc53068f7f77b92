import type { SendingRulesApi } from "../../../generated/server/sending-rules.api";
import { type Purpose, PURPOSES } from "../../messaging/purpose";
import type { Db } from "../../platform/db/dialect";
import type { Platform } from "../../platform/platform";
import { preconditionOf } from "../../platform/precondition";
import { lockAccount } from "../accounts/accounts.store";
import { readRule, tagOf, toContract } from "./sending-rule";
import { findRules, writeRule } from "../accounts/sending-rules.store";

export function sendingRulesApi({ db, clock }: Pick<Platform, "db" | "clock">): SendingRulesApi {
  const ruleOf = async (on: Db, accountId: string, purpose: Purpose) =>
    toContract(purpose, await findRules(on, accountId));

  /** Changes the rule under the account's lock. Throws 412 if `If-Match` lists only other ETags. */
  const changed = (
    {
      accountId,
      purpose,
      headers,
    }: { accountId: string; purpose: Purpose; headers: { "If-Match"?: string } },
    change: (trx: Db) => Promise<void>,
  ) =>
    db.transaction(async (trx) => {
      await lockAccount(trx, accountId);
      preconditionOf(headers, "The sending rule").require(tagOf(await ruleOf(trx, accountId, purpose)));
      await change(trx);
      return ruleOf(trx, accountId, purpose);
    });

  return {
    async listSendingRules({ caller: { accountId } }) {
      const rules = await findRules(db, accountId);
      return { status: 200, body: { data: PURPOSES.map((purpose) => toContract(purpose, rules)) } };
    },

    async getSendingRule({ params: { purpose }, caller: { accountId } }) {
      const body = await ruleOf(db, accountId, purpose);
      return { status: 200, headers: { ETag: tagOf(body) }, body };
    },

    async updateSendingRule({ params: { purpose }, headers, body: given, caller: { accountId } }) {
      const body = await changed({ accountId, purpose, headers }, (trx) =>
        writeRule(trx, accountId, purpose, { ...readRule(given), updatedAt: clock.now() }),
      );
      return { status: 200, headers: { ETag: tagOf(body) }, body };
    },

    async deleteSendingRule({ params: { purpose }, headers, caller: { accountId } }) {
      await changed({ accountId, purpose, headers }, (trx) => writeRule(trx, accountId, purpose, null));
      return { status: 204 };
    },
  };
}
