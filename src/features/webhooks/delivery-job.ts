import { NO_CAUSES, type TraceCauses } from "../../platform/tracing/tracing";
import type { Job, JobKey, LeasedJob } from "../../queue/job";
import type { NewDelivery } from "./delivery";
import type { EndpointKey } from "./endpoint";

/** Payload of a delivery job; null if neither field is set. */
export type DeliveryPayload = {
  /** Whether the delivery must not be joined with other deliveries. */
  alone?: true;
  /** Spans that caused the events. */
  causes?: TraceCauses;
} | null;

/** Leased job of a delivery. The job has the delivery's id and weighs the number of events. */
export type LeasedDelivery = LeasedJob<DeliveryPayload>;

export const deliveryKey = ({ accountId, webhookId }: EndpointKey): JobKey => ({ accountId, key: webhookId });

export const endpointOf = ({ accountId, key }: JobKey): EndpointKey => ({ accountId, webhookId: key });

export const deliveryJob = (delivery: NewDelivery): Job<DeliveryPayload> => ({
  ...deliveryKey(delivery),
  kind: "delivery",
  id: delivery.id,
  priority: 0,
  attempt: 0,
  tag: null,
  dueAt: delivery.dueAt,
  weight: delivery.eventCount,
  createdAt: delivery.createdAt,
  payload: payloadOf(delivery),
});

function payloadOf({ alone, causes = NO_CAUSES }: NewDelivery): DeliveryPayload {
  if (!alone && causes === NO_CAUSES) return null;
  return { ...(alone ? { alone } : {}), ...(causes === NO_CAUSES ? {} : { causes }) };
}
