import type { WebhooksApi } from "../../../generated/server/webhooks.api";
import type { Platform } from "../../platform/platform";
import type { Wakeups } from "../../queue/wakeups";
import type { Db } from "../../platform/db/dialect";
import { pageOf, pageRequest } from "../../platform/db/page";
import { conditionally, preconditionOf } from "../../platform/precondition";
import { conflict, notFound, unprocessable } from "../../platform/problem";
import { urlProblem } from "../../platform/public-addresses";
import { deliveryOperations, wakeDeliveries } from "./delivery-operations";
import { deliveryCounts, NO_DELIVERIES } from "./delivery-counts.store";
import { type Endpoint, ENDPOINT, foundEndpoint, MAX_ENDPOINTS, tagOf, toContract } from "./endpoint";
import { DEFAULT_EVENT_TYPES } from "./event-types";
import { rotateSecret } from "./endpoint-secrets.store";
import { newSecret } from "./signature";
import * as webhooks from "./webhooks.store";

type Deps = Pick<Platform, "db" | "secrets" | "clock" | "ids"> & {
  config: { webhookAllowPrivate: boolean };
  wakeups: Wakeups;
};

const tooMany = () => conflict(`An account may have at most ${MAX_ENDPOINTS} webhook endpoints`);

export const webhooksApi = (deps: Deps): WebhooksApi => ({
  ...endpointOperations(deps),
  ...deliveryOperations(deps),
});

function endpointOperations(deps: Deps): Omit<WebhooksApi, keyof ReturnType<typeof deliveryOperations>> {
  const { db, secrets, clock, ids, config } = deps;
  const endpointOf = async (accountId: string, webhookId: string) =>
    foundEndpoint(await webhooks.findEndpoint(db, accountId, webhookId));
  const lockedTag = (accountId: string, webhookId: string) => async (trx: Db) =>
    tagOf(foundEndpoint(await webhooks.lockEndpoint(trx, accountId, webhookId)));

  function rejectInvalidUrl(url: string): void {
    const message = urlProblem(url, { allowPrivate: config.webhookAllowPrivate });
    if (message !== null)
      throw unprocessable("Events cannot be posted to this URL", [{ field: "url", message }]);
  }

  async function shown(accountId: string, endpoints: readonly Endpoint[]) {
    const ids = endpoints.map(({ id }) => id);
    const countsOf = await deliveryCounts(db, accountId, ids, clock.now());
    return endpoints.map((endpoint) => toContract(endpoint, countsOf(endpoint.id)));
  }

  const countsOfOne = (accountId: string, id: string) => deliveryCounts(db, accountId, [id], clock.now());

  const responseOf = (endpoint: Endpoint, countsOf: Awaited<ReturnType<typeof deliveryCounts>>) => ({
    headers: { ETag: tagOf(endpoint) },
    body: toContract(endpoint, countsOf(endpoint.id)),
  });

  const shownOne = async (endpoint: Endpoint) =>
    responseOf(endpoint, await countsOfOne(endpoint.accountId, endpoint.id));

  return {
    async listWebhooks({ query, caller }) {
      const page = pageRequest(query);
      const { endpoints, total } = await webhooks.listEndpoints(db, caller.accountId, page);
      return { status: 200, body: pageOf(await shown(caller.accountId, endpoints), total, page) };
    },

    async createWebhook({ body, caller: { accountId } }) {
      const { url, description = null, event_types: eventTypes = DEFAULT_EVENT_TYPES } = body;
      if (await webhooks.hasMaxEndpoints(db, accountId)) throw tooMany();
      rejectInvalidUrl(url);
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
      if (!(await webhooks.insertEndpoint({ db, secrets }, endpoint, secret))) throw tooMany();
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
      const precondition = preconditionOf(headers, ENDPOINT);
      const endpoint = await endpointOf(accountId, id);
      precondition.require(tagOf(endpoint));
      if (body.url !== undefined) rejectInvalidUrl(body.url);
      if (Object.keys(body).length === 0) return { status: 200, ...(await shownOne(endpoint)) };
      const { event_types: eventTypes, ...others } = body;
      const changes = { ...others, eventTypes };
      const updated = await conditionally(db, precondition, lockedTag(accountId, id), (on) =>
        webhooks.updateEndpoint(on, accountId, id, changes, clock.now()),
      );
      const found = foundEndpoint(updated);
      if (found.status === "enabled") wakeDeliveries(deps, found);
      return { status: 200, ...(await shownOne(found)) };
    },

    async deleteWebhook({ params: { webhook_id: id }, headers, caller: { accountId } }) {
      const precondition = preconditionOf(headers, ENDPOINT);
      const existed = await conditionally(db, precondition, lockedTag(accountId, id), (on) =>
        webhooks.deleteEndpoint(on, accountId, id, clock.now()),
      );
      if (!existed) throw notFound(ENDPOINT);
      return { status: 204 };
    },

    async rotateWebhookSecret({ params, caller }) {
      const secret = newSecret();
      const { accountId } = caller;
      const id = params.webhook_id;
      // Nothing may fail after the rotation: the client would repeat the request, and rotations are limited.
      const counts = await countsOfOne(accountId, id);
      const rotated = await rotateSecret({ db, secrets }, { accountId, webhookId: id }, secret, clock.now());
      const { headers, body } = responseOf(foundEndpoint(rotated), counts);
      return { status: 200, headers, body: { ...body, secret } };
    },
  };
}
