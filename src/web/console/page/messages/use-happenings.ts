import type { InboundMessage, Message, Webhook } from "../../../../client";
import { useAccount } from "../service/signed-in";
import { useQuery, useScopedQuery } from "../service/use-query";

const DELIVERIES_POLL_MS = 5_000;
const POLL_MS = 10_000;
/** Page size. One page holds all deliveries of a message, because an account has at most ten endpoints. */
const PAGE_SIZE = 100;
/** Maximum delay of a follow-up after its message, in days. */
const MAX_DELAY_DAYS = 14;

const daysAfter = (timestamp: string, days: number) =>
  new Date(Date.parse(timestamp) + days * 86_400_000).toISOString();

/** Returns a message's webhook deliveries and the account's endpoints; null without the scope. */
export const useDeliveries = (id: string) =>
  useScopedQuery({
    ...{ scope: "webhooks:read", key: `deliveries ${id}`, none: null, everyMs: DELIVERIES_POLL_MS },
    async load(recado, signal) {
      const params = { message_id: id, limit: PAGE_SIZE };
      const [deliveries, webhooks] = await Promise.all([
        recado.webhooks.listDeliveriesOfMessage(params, { signal }),
        recado.webhooks.list({ limit: PAGE_SIZE }, { signal }),
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
      const followUps: Message[] = [];
      for await (const message of recado.messages.list({ recipient: [to], ...window }, { signal })) {
        if (message.parent_message_id === id) followUps.push(message);
      }
      return followUps;
    },
    { everyMs: POLL_MS },
  );
}

export function useReplies(id: string) {
  const { recado } = useAccount();
  return useQuery(
    `replies ${id}`,
    async (signal) => {
      const replies: InboundMessage[] = [];
      for await (const reply of recado.inbound.listMessages({ paired_message_id: [id] }, { signal }))
        replies.push(reply);
      return replies;
    },
    { everyMs: POLL_MS },
  );
}
