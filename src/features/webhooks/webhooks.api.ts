import type { WebhooksApi } from "../../../generated/server/webhooks.api";
import type { Platform } from "../../platform/platform";
import type { Wakeups } from "../../queue/wakeups";
import type { Db } from "../../platform/db/dialect";
import { pageOf, pageRequest, streamedPageOf } from "../../platform/db/page";
import { conditionally, preconditionOf } from "../../platform/precondition";
import { conflict, notFound, unprocessable } from "../../platform/problem";
import { findMessage } from "../messages/messages.store";
import { urlProblem } from "../../platform/public-addresses";
import * as deliveries from "./deliveries.store";
import { type Delivery, toContract as deliveryToContract } from "./delivery";
import { deliveryCounts, NO_DELIVERIES } from "./delivery-counts.store";
import { type Endpoint, MAX_ENDPOINTS, tagOf, toContract } from "./endpoint";
import { DEFAULT_EVENT_TYPES, type EventType } from "./event-types";
import { testEvent } from "./test-events";
import { deliveryKey } from "./delivery-job";
import { enqueueSingle } from "./outbox";
import { payloadsOf } from "./payloads.store";
import { newSecret } from "./signature";
import * as webhooks from "./webhooks.store";

type Parts = Pick<Platform, "db" | "secrets" | "clock" | "ids"> & {
  config: { webhookAllowPrivate: boolean };
  wakeups: Wakeups;
};

const WHAT = "The webhook endpoint";
const absent = () => notFound(WHAT);

export function webhooksApi({ db, secrets, clock, ids, config, wakeups }: Parts): WebhooksApi {
  async function endpointOf(accountId: string, webhookId: string): Promise<Endpoint> {
    const endpoint = await webhooks.findEndpoint(db, accountId, webhookId);
    if (endpoint === null) throw absent();
    return endpoint;
  }

  const lockedTag = (accountId: string, webhookId: string) => async (trx: Db) => {
    const endpoint = await webhooks.lockEndpoint(trx, accountId, webhookId);
    if (endpoint === null) throw absent();
    return tagOf(endpoint);
  };

  async function enabledEndpoint(accountId: string, webhookId: string): Promise<Endpoint> {
    const endpoint = await endpointOf(accountId, webhookId);
    if (endpoint.status === "disabled") throw conflict("This webhook endpoint is disabled");
    return endpoint;
  }

  function refuseUnfitUrl(url: string): void {
    const message = urlProblem(url, { allowPrivate: config.webhookAllowPrivate });
    if (message !== null)
      throw unprocessable("Events cannot be posted to this URL", [{ field: "url", message }]);
  }

  /** The type that is asked for, else the first that the endpoint hears of. */
  function testedType({ eventTypes }: Endpoint, asked: EventType | undefined): EventType {
    const type = asked ?? eventTypes[0];
    if (type === undefined || !eventTypes.includes(type)) {
      throw unprocessable("The endpoint does not hear of events of this type", [
        { field: "event_type", message: "must be one of the endpoint's event_types" },
      ]);
    }
    return type;
  }

  async function deliveryOf(endpoint: Endpoint, deliveryId: string) {
    const key = { accountId: endpoint.accountId, webhookId: endpoint.id };
    const delivery = await deliveries.findDelivery(db, key, deliveryId);
    if (delivery === null) throw notFound("The delivery");
    return deliveryToContract(delivery, endpoint, clock.now());
  }

  async function payloadOf(accountId: string, deliveryId: string): Promise<string> {
    const found = (await payloadsOf(db, accountId, [deliveryId])).get(deliveryId);
    // Deliveries that wait are joined, and old ones end, from one moment to the next.
    if (found === undefined) throw notFound("The delivery");
    return found.toString();
  }

  async function shown(accountId: string, endpoints: readonly Endpoint[]) {
    const ids = endpoints.map(({ id }) => id);
    const countsOf = await deliveryCounts(db, accountId, ids, clock.now());
    return endpoints.map((endpoint) => toContract(endpoint, countsOf(endpoint.id)));
  }

  async function shownOne(endpoint: Endpoint) {
    const countsOf = await deliveryCounts(db, endpoint.accountId, [endpoint.id], clock.now());
    return { headers: { ETag: tagOf(endpoint) }, body: toContract(endpoint, countsOf(endpoint.id)) };
  }

  const wake = ({ accountId, id }: Endpoint) =>
    wakeups.wake("delivery", [deliveryKey({ accountId, webhookId: id })]);

  return {
    async listWebhooks({ query, caller }) {
      const page = pageRequest(query);
      const { endpoints, total } = await webhooks.listEndpoints(db, caller.accountId, page);
      return { status: 200, body: pageOf(await shown(caller.accountId, endpoints), total, page) };
    },

    async createWebhook({ body, caller: { accountId } }) {
      const { url, description = null, event_types: eventTypes = DEFAULT_EVENT_TYPES } = body;
      refuseUnfitUrl(url);
      const now = clock.now();
      const endpoint: Endpoint = {
        accountId,
        id: ids.next(),
        url,
        description,
        eventTypes,
        status: "enabled",
        disabledReason: null,
        failingSince: null,
        lastAttempt: null,
        createdAt: now,
        updatedAt: now,
      };
      const secret = newSecret();
      if (!(await webhooks.insertEndpoint({ db, secrets }, endpoint, secret))) {
        throw conflict(`An account may have ${MAX_ENDPOINTS} webhook endpoints`);
      }
      return {
        status: 201,
        headers: { ETag: tagOf(endpoint) },
        body: { ...toContract(endpoint, NO_DELIVERIES), secret },
      };
    },

    async getWebhook({ params, caller }) {
      return { status: 200, ...(await shownOne(await endpointOf(caller.accountId, params.webhook_id))) };
    },

    async updateWebhook({ params: { webhook_id: id }, headers, body, caller: { accountId } }) {
      const precondition = preconditionOf(headers, WHAT);
      const endpoint = await endpointOf(accountId, id);
      precondition.require(tagOf(endpoint));
      if (body.url !== undefined) refuseUnfitUrl(body.url);
      if (Object.keys(body).length === 0) return { status: 200, ...(await shownOne(endpoint)) };
      const { event_types: eventTypes, ...others } = body;
      const changes = { ...others, eventTypes };
      const updated = await conditionally(db, precondition, lockedTag(accountId, id), (on) =>
        webhooks.updateEndpoint(on, accountId, id, changes, clock.now()),
      );
      if (updated === null) throw absent();
      if (updated.status === "enabled") wake(updated);
      return { status: 200, ...(await shownOne(updated)) };
    },

    async deleteWebhook({ params: { webhook_id: id }, headers, caller: { accountId } }) {
      const precondition = preconditionOf(headers, WHAT);
      const existed = await conditionally(db, precondition, lockedTag(accountId, id), (on) =>
        webhooks.deleteEndpoint(on, accountId, id, clock.now()),
      );
      if (!existed) throw absent();
      return { status: 204 };
    },

    async rotateWebhookSecret({ params, caller }) {
      const secret = newSecret();
      const { accountId } = caller;
      const endpoint = await webhooks.rotateSecret(
        { db, secrets },
        accountId,
        params.webhook_id,
        secret,
        clock.now(),
      );
      if (endpoint === null) throw absent();
      const { headers, body } = await shownOne(endpoint);
      return { status: 200, headers, body: { ...body, secret } };
    },

    async testWebhook({ params, body: asked, caller: { accountId } }) {
      const endpoint = await enabledEndpoint(accountId, params.webhook_id);
      const type = testedType(endpoint, asked?.event_type);
      const now = clock.now();
      const key = { accountId, webhookId: endpoint.id };
      const deliveryId = await enqueueSingle(db, key, testEvent(type, now, ids), now, ids);
      const body = await deliveryOf(endpoint, deliveryId);
      wake(endpoint);
      return { status: 202, body };
    },

    async listWebhookDeliveries({ params, query, caller: { accountId } }) {
      const endpoint = await endpointOf(accountId, params.webhook_id);
      const page = pageRequest(query);
      const key = { accountId, webhookId: endpoint.id };
      const found = await deliveries.listDeliveries(db, key, query, page);
      const now = clock.now();
      const show = (run: Delivery[]) => run.map((delivery) => deliveryToContract(delivery, endpoint, now));
      return { status: 200, body: streamedPageOf(found, page, show) };
    },

    async listWebhookDeliveriesOfMessage({
      params: { message_id: messageId },
      query,
      caller: { accountId },
    }) {
      if ((await findMessage(db, accountId, messageId)) === null) throw notFound("The message");
      const every = { limit: MAX_ENDPOINTS, offset: 0 };
      const { endpoints } = await webhooks.listEndpoints(db, accountId, every);
      const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
      const page = pageRequest(query);
      const found = await deliveries.listDeliveriesOfMessage(
        db,
        { accountId, messageId },
        [...byId.keys()],
        page,
      );
      const now = clock.now();
      const shown = found.deliveries.flatMap((delivery) => {
        const endpoint = byId.get(delivery.webhookId);
        return endpoint ? deliveryToContract(delivery, endpoint, now) : [];
      });
      return { status: 200, body: pageOf(shown, found.total, page) };
    },

    async getWebhookDelivery({ params, caller: { accountId, scopes } }) {
      const delivery = await deliveryOf(await endpointOf(accountId, params.webhook_id), params.delivery_id);
      // Whoever may hear of events by this alone has not been let read messages and what people write.
      const payload = scopes.includes("messages:read") ? await payloadOf(accountId, delivery.id) : null;
      return { status: 200, body: { ...delivery, payload } };
    },

    async retryWebhookDelivery({ params, caller: { accountId } }) {
      const endpoint = await endpointOf(accountId, params.webhook_id);
      await deliveryOf(endpoint, params.delivery_id);
      if (endpoint.status === "disabled") throw conflict("This webhook endpoint is disabled");
      const key = { accountId, webhookId: endpoint.id };
      await deliveries.retryDelivery(db, key, params.delivery_id, clock.now());
      const body = await deliveryOf(endpoint, params.delivery_id);
      wake(endpoint);
      return { status: 202, body };
    },
  };
}
