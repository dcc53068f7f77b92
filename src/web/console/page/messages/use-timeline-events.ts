import { useMemo } from "preact/hooks";
import type { InboundMessage, Message } from "../../../../client";
import { useQuery, useScopedQuery } from "../service/hooks";
import { followUpReader } from "./follow-ups";

const DELIVERIES_POLL_MS = 5_000;
/** Factor between the polling intervals of webhook endpoints and of deliveries. Endpoints change rarely. */
const ENDPOINTS_PACE = 5;
const POLL_MS = 10_000;
/** Page size. One page holds all deliveries of a message, because an account has at most ten endpoints. */
const PAGE_SIZE = 100;
/** Maximum delay of a follow-up after the outcome of its message, in days. */
const MAX_DELAY_DAYS = 14;

const daysAfter = (timestamp: string, days: number) =>
  new Date(Date.parse(timestamp) + days * 86_400_000).toISOString();

/**
 * Returns queries of a message's webhook deliveries and of the account's endpoints. Their values are null if
 * the key may not read webhooks.
 */
export function useDeliveries(id: string, everyMs = DELIVERIES_POLL_MS) {
  const deliveries = useScopedQuery({
    scope: "webhooks:read",
    key: `deliveries ${id}`,
    none: null,
    everyMs,
    load: async ({ webhooks }) =>
      (await webhooks.listDeliveriesOfMessage({ message_id: id, limit: PAGE_SIZE })).data,
  });
  const endpoints = useScopedQuery({
    scope: "webhooks:read",
    key: "endpoints",
    none: null,
    everyMs: ENDPOINTS_PACE * everyMs,
    load: async ({ webhooks }) => (await webhooks.list({ limit: PAGE_SIZE })).data,
  });
  return { deliveries, endpoints };
}

/**
 * Returns a message's follow-ups; none for a message without a template. Polls until no further follow-up can
 * come.
 */
export function useFollowUps(message: Message, now: number) {
  const { id, to, template_id: templateId, updated_at: updated } = message;
  // The delay counts from the outcome, which a scheduled message may get long after its creation.
  const until = daysAfter(updated, MAX_DELAY_DAYS);
  const read = useMemo(() => followUpReader(message), [id, to]);
  const hasTemplate = templateId !== null;
  return useQuery(`follow-ups ${id}`, async (recado) => (hasTemplate ? read(recado, until) : []), {
    everyMs: hasTemplate && now < Date.parse(until) ? POLL_MS : null,
  });
}

export function useReplies(id: string) {
  return useQuery(
    `replies ${id}`,
    async (recado) => {
      const replies: InboundMessage[] = [];
      for await (const reply of recado.inbound.listMessages({ paired_message_id: [id] })) replies.push(reply);
      return replies;
    },
    { everyMs: POLL_MS },
  );
}
