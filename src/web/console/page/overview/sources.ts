import type { Campaign, Sender, Webhook } from "../../../../client";
import { type QueryResult, useScopedQuery } from "../service/hooks";

const POLLED = { everyMs: 10_000 };
const MAX_ITEMS = 100;

/** Returns the account's webhook endpoints; none if the key may not read webhooks. */
export const useEndpoints = (): QueryResult<readonly Webhook[]> =>
  useScopedQuery({
    scope: "webhooks:read",
    key: "endpoints",
    none: [],
    ...POLLED,
    load: async ({ webhooks }) => (await webhooks.list({ limit: MAX_ITEMS })).data,
  });

/** Returns the newest running, failed and completed campaigns; none if the key may not read campaigns. */
export const useStartedCampaigns = (): QueryResult<readonly Campaign[]> =>
  useScopedQuery({
    scope: "campaigns:read",
    key: "started campaigns",
    none: [],
    ...POLLED,
    async load({ campaigns }) {
      const status = ["running" as const, "error" as const, "completed" as const];
      return (await campaigns.list({ status, limit: MAX_ITEMS })).data;
    },
  });

/** Returns the account's senders; none if the key may not read senders. */
export const useSenders = (): QueryResult<readonly Sender[]> =>
  useScopedQuery({
    scope: "senders:read",
    key: "senders",
    none: [],
    ...POLLED,
    load: async ({ senders }) => (await senders.list({ limit: MAX_ITEMS })).data,
  });

/** Returns whether the account has senders and all of them use the sandbox carrier. */
export const areAllSandbox = (senders: readonly Pick<Sender, "carrier">[]): boolean =>
  senders.length > 0 && senders.every(({ carrier }) => carrier === "sandbox");
