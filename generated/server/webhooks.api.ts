// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface WebhooksApi {
  /**
   * Create a webhook endpoint
   *
   * `POST /webhooks`
   *
   * Creates a webhook endpoint: a URL to which the service posts events of the chosen types from now on. The
   * response has the signing secret, which no later response shows. An account has at most ten endpoints;
   * another one returns 409.
   */
  createWebhook(request: OperationRequest<"createWebhook">): Promise<OperationReply<"createWebhook">>;
  /**
   * Delete a webhook endpoint
   *
   * `DELETE /webhooks/{webhook_id}`
   *
   * Deletes a webhook endpoint and its waiting deliveries. No further request is sent to it.
   */
  deleteWebhook(request: OperationRequest<"deleteWebhook">): Promise<OperationReply<"deleteWebhook">>;
  /**
   * Get a webhook endpoint
   *
   * `GET /webhooks/{webhook_id}`
   *
   * Returns a webhook endpoint, without its secret.
   */
  getWebhook(request: OperationRequest<"getWebhook">): Promise<OperationReply<"getWebhook">>;
  /**
   * Get a webhook delivery
   *
   * `GET /webhooks/{webhook_id}/deliveries/{delivery_id}`
   *
   * Returns a delivery to a webhook endpoint with the body of its requests, for example to check a signature.
   */
  getWebhookDelivery(
    request: OperationRequest<"getWebhookDelivery">,
  ): Promise<OperationReply<"getWebhookDelivery">>;
  /**
   * List webhook deliveries
   *
   * `GET /webhooks/{webhook_id}/deliveries`
   *
   * Returns the deliveries to a webhook endpoint and their attempts, newest first. Deliveries are kept for 30
   * days, unless the operator has set another time. Before its first attempt, a delivery may be joined into
   * an earlier one of the same event type: its events move there, and its own id is then 404.
   */
  listWebhookDeliveries(
    request: OperationRequest<"listWebhookDeliveries">,
  ): Promise<OperationReply<"listWebhookDeliveries">>;
  /**
   * List webhook deliveries of a message
   *
   * `GET /messages/{message_id}/webhook-deliveries`
   *
   * Returns the deliveries that carried `message_update` events of a message, to any endpoint, newest first.
   * A delivery is listed from its first attempt until its endpoint is deleted or it is 30 days old, or as old
   * as the operator has set.
   */
  listWebhookDeliveriesOfMessage(
    request: OperationRequest<"listWebhookDeliveriesOfMessage">,
  ): Promise<OperationReply<"listWebhookDeliveriesOfMessage">>;
  /**
   * List webhook endpoints
   *
   * `GET /webhooks`
   *
   * Returns the webhook endpoints of the account, newest first, without their secrets.
   */
  listWebhooks(request: OperationRequest<"listWebhooks">): Promise<OperationReply<"listWebhooks">>;
  /**
   * Replay deliveries to a webhook endpoint
   *
   * `POST /webhooks/{webhook_id}/replay`
   *
   * Sends the events of an endpoint's deliveries again, oldest first and with the same ids: the `abandoned`
   * deliveries that were created from `since` to `until`, and with `include_delivered` also the `delivered`
   * ones. Each gets five new attempts. The response states how many were queued; a worker sends them.
   *
   * One request queues about 10,000 deliveries at most and examines 100,000. If there are more, continue with
   * `next_since`. A repeated request queues no delivery that is still queued. With `include_delivered` and an
   * explicit `until`, a repeated request sends nothing twice. Returns 409 if the endpoint is disabled.
   */
  replayWebhook(request: OperationRequest<"replayWebhook">): Promise<OperationReply<"replayWebhook">>;
  /**
   * Retry a webhook delivery
   *
   * `POST /webhooks/{webhook_id}/deliveries/{delivery_id}/retry`
   *
   * Sends the events of a delivery again, with the same ids, in any status of the delivery. It gets five new
   * attempts; the first is made now, or after an attempt that is in flight. Returns 409 if the endpoint is
   * disabled.
   */
  retryWebhookDelivery(
    request: OperationRequest<"retryWebhookDelivery">,
  ): Promise<OperationReply<"retryWebhookDelivery">>;
  /**
   * Rotate a webhook secret
   *
   * `POST /webhooks/{webhook_id}/rotate-secret`
   *
   * Creates a new signing secret for the endpoint and returns it; no later response shows it. For 24 hours,
   * requests are also signed with the previous secret, so that the receiver can switch without losing events.
   * A further rotation does not shorten these 24 hours, so a request whose response was lost can be repeated.
   * A secret can be rotated ten times within 24 hours; another rotation returns 409.
   */
  rotateWebhookSecret(
    request: OperationRequest<"rotateWebhookSecret">,
  ): Promise<OperationReply<"rotateWebhookSecret">>;
  /**
   * Test a webhook endpoint
   *
   * `POST /webhooks/{webhook_id}/test`
   *
   * Queues one event with made-up data and `test: true` for this endpoint alone. Its type is the one in the
   * body, or else the first of the endpoint's `event_types`. Read the endpoint's deliveries for the result.
   * Returns 409 if the endpoint is disabled, and 422 if it is not subscribed to the type.
   */
  testWebhook(request: OperationRequest<"testWebhook">): Promise<OperationReply<"testWebhook">>;
  /**
   * Update a webhook endpoint
   *
   * `PATCH /webhooks/{webhook_id}`
   *
   * Changes the URL, the description or the event types of an endpoint, or disables or enables it. Enabling
   * an endpoint clears `disabled_reason`. `event_types` replaces the event types; events that are already
   * waiting are still delivered. Events that occur while the endpoint is disabled are not stored for it.
   * Deliveries that were waiting before are kept for 30 days, unless the operator has set another time, and
   * continue when it is enabled.
   */
  updateWebhook(request: OperationRequest<"updateWebhook">): Promise<OperationReply<"updateWebhook">>;
}
