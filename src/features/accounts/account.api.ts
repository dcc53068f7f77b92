import type { components } from "../../../generated/schema";
import type { AccountApi } from "../../../generated/server/account.api";
import { CHANNELS } from "../../messaging/channel";
import type { Platform } from "../../platform/platform";
import { toTimestamp } from "../../platform/time";
import { provisionedListId } from "../contact-lists/contact-lists.store";
import { findAccount, timeZoneOf } from "./accounts.store";
import { priceTable } from "./prices";

type AccountLimits = components["schemas"]["AccountLimits"];

/** `limits.requests_per_minute` applies to accounts without a rate limit. */
export function accountApi({ db }: Pick<Platform, "db">, limits: AccountLimits): AccountApi {
  return {
    async getAccount({ caller: { accountId } }) {
      const [account, listId] = await Promise.all([
        findAccount(db, accountId),
        provisionedListId(db, accountId),
      ]);
      if (account === null || listId === null)
        throw new Error("an account or its provisioned list is missing");
      return {
        status: 200,
        body: {
          id: account.id,
          name: account.name,
          created_at: toTimestamp(account.createdAt),
          prices: {
            currency: "BRL",
            unit: "micro",
            ...priceTable(account),
            placeholders: CHANNELS.filter((channel) => account.prices[channel] === undefined),
          },
          limits: {
            ...limits,
            requests_per_minute: account.rateLimit ?? limits.requests_per_minute,
          },
          time_zone: timeZoneOf(account),
          provisioned_list_id: listId,
        },
      };
    },
  };
}
