import type { OperationRequest } from "../../../generated/server/binding";
import type { WebhooksApi } from "../../../generated/server/webhooks.api";
import { pageOf, pageRequest, streamedPageOf } from "../../platform/db/page";
import type { Platform } from "../../platform/platform";
import { conflict, notFound, unprocessable } from "../../platform/problem";
import { type Instant, parseTimestamp, toTimestampOrNull, wholeSecond } from "../../platform/time";
import type { Wakeups } from "../../queue/wakeups";
import { findMessage } from "../messages/messages.store";
import { retryDelivery } from "./deliveries.store";
import { findDelivery, listDeliveries, listDeliveriesOfMessage } from "./delivery-list.store";
import { type Delivery, toContract } from "./delivery";
import { deliveryKey } from "./delivery-job";
import { type Endpoint, foundEndpoint, MAX_ENDPOINTS } from "./endpoint";
import type { EventType } from "./event-types";
import { enqueueSingle } from "./outbox";
import { payloadsOf } from "./payloads.store";
import { type Replay, replayOf, replayPart } from "./replay";
import { testEvent } from "./test-events";
import { findEndpoint, listEndpoints } from "./webhooks.store";

type DeliveryDeps = Pick<Platform, "db" | "clock" | "ids"> & { wakeups: Wakeups };

type DeliveryOperations = Pick<
  WebhooksApi,
  | "testWebhook"
  | "listWebhookDeliveries"
  | "listWebhookDeliveriesOfMessage"
  | "getWebhookDelivery"
  | "retryWebhookDelivery"
  | "replayWebhook"
>;

/** Maximum deliveries that a replay request queues and reads, so that the request ends within seconds. */
export const REPLAY_LIMITS = { queued: 10_000, read: 100_000 };

/** Throws 422 if the time window ends before it begins, or in the future. */
function requestedReplay(body: OperationRequest<"replayWebhook">["body"], now: Instant): Replay {
  const until = body.until === undefined ? undefined : parseTimestamp(body.until);
  const includeDelivered = body.include_delivered === true;
  const replay = replayOf({ since: parseTimestamp(body.since), until, includeDelivered }, now);
  if (until !== undefined && wholeSecond(until) > now) {
    const field = { field: "until", message: "must not be in the future" };
    throw unprocessable("The time window ends in the future", [field]);
  }
  if (replay.until < replay.since) {
    const field = { field: "since", message: "must not be after until, which is the present by default" };
    throw unprocessable("The time window ends before it begins", [field]);
  }
  return replay;
}

const keyOf = ({ accountId, id }: Endpoint) => ({ accountId, webhookId: id });

export const wakeDeliveries = ({ wakeups }: { wakeups: Wakeups }, endpoint: Endpoint): void =>
  wakeups.wake("delivery", [deliveryKey(keyOf(endpoint))]);

/** Returns the event type to test, by default the endpoint's first. Throws 422 for an unsubscribed type. */
function testedType({ eventTypes }: Endpoint, requested: EventType | undefined): EventType {
  const type = requested ?? eventTypes[0];
  if (type === undefined || !eventTypes.includes(type)) {
    throw unprocessable("The endpoint is not subscribed to this event type", [
      { field: "event_type", message: "must be one of the endpoint's event_types" },
    ]);
  }
  return type;
}

function requireEnabled({ status }: Endpoint): void {
  if (status === "disabled") throw conflict("This webhook endpoint is disabled");
}

export function deliveryOperations(deps: DeliveryDeps): DeliveryOperations {
  const { db, clock, ids } = deps;
  const endpointOf = async (accountId: string, webhookId: string) =>
    foundEndpoint(await findEndpoint(db, accountId, webhookId));

  async function deliveryOf(endpoint: Endpoint, deliveryId: string) {
    const delivery = await findDelivery(db, keyOf(endpoint), deliveryId);
    if (delivery === null) throw notFound("The delivery");
    return toContract(delivery, endpoint, clock.now());
  }

  async function payloadOf(accountId: string, deliveryId: string): Promise<string> {
    const found = (await payloadsOf(db, accountId, [deliveryId])).get(deliveryId);
    // A concurrent join or purge may have deleted the delivery.
    if (found === undefined) throw notFound("The delivery");
    return found.toString();
  }

  return {
    async testWebhook({ params, body: requested, caller: { accountId } }) {
      const endpoint = await endpointOf(accountId, params.webhook_id);
      requireEnabled(endpoint);
      const type = testedType(endpoint, requested?.event_type);
      const now = clock.now();
      const deliveryId = await enqueueSingle(db, keyOf(endpoint), testEvent(type, now, ids), now, ids);
      const body = await deliveryOf(endpoint, deliveryId);
      wakeDeliveries(deps, endpoint);
      return { status: 202, body };
    },

    async listWebhookDeliveries({ params, query, caller: { accountId } }) {
      const endpoint = await endpointOf(accountId, params.webhook_id);
      const page = pageRequest(query);
      const found = await listDeliveries(db, keyOf(endpoint), query, page);
      const now = clock.now();
      const show = (run: Delivery[]) => run.map((delivery) => toContract(delivery, endpoint, now));
      return { status: 200, body: streamedPageOf(found, page, show) };
    },

    async listWebhookDeliveriesOfMessage({
      params: { message_id: messageId },
      query,
      caller: { accountId },
    }) {
      if ((await findMessage(db, accountId, messageId)) === null) throw notFound("The message");
      const every = { limit: MAX_ENDPOINTS, offset: 0 };
      const { endpoints } = await listEndpoints(db, accountId, every);
      const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
      const page = pageRequest(query);
      const found = await listDeliveriesOfMessage(db, { accountId, messageId }, [...byId.keys()], page);
      const now = clock.now();
      const shown = found.deliveries.flatMap((delivery) => {
        const endpoint = byId.get(delivery.webhookId);
        return endpoint ? toContract(delivery, endpoint, now) : [];
      });
      return { status: 200, body: pageOf(shown, found.total, page) };
    },

    async getWebhookDelivery({ params, caller: { accountId, scopes } }) {
      const delivery = await deliveryOf(await endpointOf(accountId, params.webhook_id), params.delivery_id);
      // Payloads contain messages, which this operation's scope alone does not permit to read.
      const payload = scopes.includes("messages:read") ? await payloadOf(accountId, delivery.id) : null;
      return { status: 200, body: { ...delivery, payload } };
    },

    async retryWebhookDelivery({ params, caller: { accountId } }) {
      const endpoint = await endpointOf(accountId, params.webhook_id);
      await deliveryOf(endpoint, params.delivery_id);
      requireEnabled(endpoint);
      await retryDelivery(db, keyOf(endpoint), params.delivery_id, clock.now());
      const body = await deliveryOf(endpoint, params.delivery_id);
      wakeDeliveries(deps, endpoint);
      return { status: 202, body };
    },

    async replayWebhook({ params, body, caller: { accountId } }) {
      const endpoint = await endpointOf(accountId, params.webhook_id);
      requireEnabled(endpoint);
      const now = clock.now();
      const replay = requestedReplay(body, now);
      const part = await replayPart({ db, now }, keyOf(endpoint), replay, REPLAY_LIMITS);
      wakeDeliveries(deps, endpoint);
      return { status: 202, body: { queued: part.queued, next_since: toTimestampOrNull(part.nextSince) } };
    },
  };
}
