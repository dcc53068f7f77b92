import type { Message, Webhook } from "../../../../client";
import { useAccount } from "../service/signed-in";
import { useQuery, useScopedQuery } from "../service/use-query";

const DELIVERIES_POLL_MS = 5_000;
const POLL_MS = 10_000;
/**
 * Page size. It suffices for deliveries, because an account has at most ten endpoints. Follow-ups and replies
 * beyond it are missing.
 */
const MAX_ITEMS = 100;
/** Maximum delay of a follow-up after its message, in days. */
const MAX_DELAY_DAYS = 14;

const daysAfter = (timestamp: string, days: number) =>
  new Date(Date.parse(timestamp) + days * 86_400_000).toISOString();

/** Returns a message's webhook deliveries and the account's endpoints; null without the scope. */
export const useDeliveries = (id: string) =>
  useScopedQuery({
    ...{ scope: "webhooks:read", key: `deliveries ${id}`, none: null, everyMs: DELIVERIES_POLL_MS },
    async load(recado, signal) {
      const params = { message_id: id, limit: MAX_ITEMS };
      const [deliveries, webhooks] = await Promise.all([
        recado.webhooks.listDeliveriesOfMessage(params, { signal }),
        recado.webhooks.list({ limit: MAX_ITEMS }, { signal }),
      ]);
      return { deliveries: deliveries.data, webhooks: webhooks.data as readonly Webhook[] };
    },
  });

export function useFollowUps({ id, to, created_at: created }: Message) {
  const { recado } = useAccount();
  return useQuery(
    `follow-ups ${id}`,
    async (signal) => {
      if (to === null) return [];
      const window = { from: created, to: daysAfter(created, MAX_DELAY_DAYS) };
      const params = { recipient: [to], ...window, limit: MAX_ITEMS };
      const { data } = await recado.messages.list(params, { signal });
      return data.filter((message) => message.parent_message_id === id);
    },
    { everyMs: POLL_MS },
  );
}

export function useReplies(id: string) {
  const { recado } = useAccount();
  return useQuery(
    `replies ${id}`,
    async (signal) =>
      (await recado.inbound.listMessages({ paired_message_id: [id], limit: MAX_ITEMS }, { signal })).data,
    { everyMs: POLL_MS },
  );
}
