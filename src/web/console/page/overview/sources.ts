import type { Campaign, Sender, Webhook } from "../../../../client";
import { useAccount, useScope } from "../service/signed-in";
import { type QueryResult, useQuery } from "../service/use-query";

const POLL_MS = 10_000;
const MAX_ITEMS = 100;

/** Returns the webhook endpoints; none if the key may not read them. */
export function useEndpoints(): QueryResult<readonly Webhook[]> {
  const { recado } = useAccount();
  const mayRead = useScope("webhooks:read");
  return useQuery(
    `endpoints ${mayRead}`,
    async (signal) => (mayRead ? (await recado.webhooks.list({ limit: MAX_ITEMS }, { signal })).data : []),
    { everyMs: POLL_MS },
  );
}

/** Returns the newest campaigns that have started; none if the key may not read them. */
export function useStartedCampaigns(): QueryResult<readonly Campaign[]> {
  const { recado } = useAccount();
  const mayRead = useScope("campaigns:read");
  return useQuery(
    `started campaigns ${mayRead}`,
    async (signal) => {
      const status = ["running" as const, "error" as const, "completed" as const];
      if (!mayRead) return [];
      return (await recado.campaigns.list({ status, limit: MAX_ITEMS }, { signal })).data;
    },
    { everyMs: POLL_MS },
  );
}

/** Returns the senders; none if the key may not read them. */
export function useSenders(): QueryResult<readonly Sender[]> {
  const { recado } = useAccount();
  const mayRead = useScope("senders:read");
  return useQuery(
    `senders ${mayRead}`,
    async (signal) => (mayRead ? (await recado.senders.list({ limit: MAX_ITEMS }, { signal })).data : []),
    { everyMs: POLL_MS },
  );
}
