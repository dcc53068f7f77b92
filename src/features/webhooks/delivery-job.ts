import type { Job, JobKey, LeasedJob } from "../../queue/job";
import type { NewDelivery } from "./delivery";
import type { EndpointKey } from "./endpoint";

/** Payload of a delivery job; null if the delivery may be joined with other deliveries. */
export type DeliveryPayload = { alone: true } | null;

/** Leased job of a delivery. The job has the delivery's id and weighs the number of events. */
export type LeasedDelivery = LeasedJob<DeliveryPayload>;

/** Returns the job key of an endpoint's deliveries. */
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
