import type { Job, JobKey, LeasedJob } from "../../queue/job";
import type { NewDelivery } from "./delivery";
import type { EndpointKey } from "./endpoint";

/** Null: it may be joined with others. */
export type DeliveryPayload = { alone: true } | null;

/** A request to an endpoint: its id is the delivery's, its weight the events, and its attempts are those of this round. */
export type LeasedDelivery = LeasedJob<DeliveryPayload>;

/** The deliveries of an endpoint go by its own id. */
export const deliveryKey = ({ accountId, webhookId }: EndpointKey): JobKey => ({ accountId, key: webhookId });

export const endpointOf = ({ accountId, key }: JobKey): EndpointKey => ({ accountId, webhookId: key });

export const deliveryJob = (delivery: NewDelivery): Job<DeliveryPayload> => ({
  ...deliveryKey(delivery),
  ...{ kind: "delivery", id: delivery.id, priority: 0, attempt: 0, tag: null },
  dueAt: delivery.dueAt,
  weight: delivery.eventCount,
  createdAt: delivery.createdAt,
  payload: delivery.alone ? { alone: true } : null,
});
