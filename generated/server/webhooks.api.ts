// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface WebhooksApi {
  /**
   * Create an endpoint
   *
   * `POST /webhooks`
   *
   * Registers a URL that events of the chosen types are posted to from now on. The answer carries the signing
   * secret, which is not shown again. An account has ten endpoints at most; one more is answered with 409.
   */
  createWebhook(request: OperationRequest<"createWebhook">): Promise<OperationReply<"createWebhook">>;
  /**
   * Delete an endpoint
   *
   * `DELETE /webhooks/{webhook_id}`
   *
   * Stops deliveries to the endpoint, waiting ones included, and removes it. No request is begun after that.
   */
  deleteWebhook(request: OperationRequest<"deleteWebhook">): Promise<OperationReply<"deleteWebhook">>;
  /**
   * Get an endpoint
   *
   * `GET /webhooks/{webhook_id}`
   *
   * Answers with one endpoint, without its secret.
   */
  getWebhook(request: OperationRequest<"getWebhook">): Promise<OperationReply<"getWebhook">>;
  /**
   * Get a delivery
   *
   * `GET /webhooks/{webhook_id}/deliveries/{delivery_id}`
   *
   * Answers with one delivery to an endpoint and with what its requests carry, to see what an endpoint was
   * told and to check a signature.
   */
  getWebhookDelivery(
    request: OperationRequest<"getWebhookDelivery">,
  ): Promise<OperationReply<"getWebhookDelivery">>;
  /**
   * List deliveries to an endpoint
   *
   * `GET /webhooks/{webhook_id}/deliveries`
   *
   * Answers with the deliveries to one endpoint and their attempts, newest first.
   */
  listWebhookDeliveries(
    request: OperationRequest<"listWebhookDeliveries">,
  ): Promise<OperationReply<"listWebhookDeliveries">>;
  /**
   * List deliveries of a message\'s events
   *
   * `GET /messages/{message_id}/webhook-deliveries`
   *
   * Answers with the requests that carried the `message_update` events of one message, to whichever endpoint,
   * newest first. A delivery is told here from its first attempt on, and until it is 30 days old or its
   * endpoint is deleted.
   */
  listWebhookDeliveriesOfMessage(
    request: OperationRequest<"listWebhookDeliveriesOfMessage">,
  ): Promise<OperationReply<"listWebhookDeliveriesOfMessage">>;
  /**
   * List endpoints
   *
   * `GET /webhooks`
   *
   * Answers with the endpoints of the account, newest first, without their secrets.
   */
  listWebhooks(request: OperationRequest<"listWebhooks">): Promise<OperationReply<"listWebhooks">>;
  /**
   * Retry a delivery
   *
   * `POST /webhooks/{webhook_id}/deliveries/{delivery_id}/retry`
   *
   * Sends the same events again, under the same ids, whatever the delivery's status; one that is still
   * waiting is brought forward. It gets five new attempts. A disabled endpoint is answered with 409.
   */
  retryWebhookDelivery(
    request: OperationRequest<"retryWebhookDelivery">,
  ): Promise<OperationReply<"retryWebhookDelivery">>;
  /**
   * Rotate the signing secret
   *
   * `POST /webhooks/{webhook_id}/rotate-secret`
   *
   * Makes a new secret and shows it this once. For 24 hours requests are signed with the old secret as well,
   * so that a receiver can be changed over without losing events.
   */
  rotateWebhookSecret(
    request: OperationRequest<"rotateWebhookSecret">,
  ): Promise<OperationReply<"rotateWebhookSecret">>;
  /**
   * Send a test event
   *
   * `POST /webhooks/{webhook_id}/test`
   *
   * Queues one event with made-up data and `test: true` for this endpoint alone, of the type that the body
   * names, else of the first type in the endpoint's `event_types`. Look at its deliveries to see what came of
   * it. A disabled endpoint is answered with 409.
   */
  testWebhook(request: OperationRequest<"testWebhook">): Promise<OperationReply<"testWebhook">>;
  /**
   * Update an endpoint
   *
   * `PATCH /webhooks/{webhook_id}`
   *
   * Changes the URL, the description or the types of events, or switches deliveries off and on. Enabling an
   * endpoint clears `disabled_reason`. `event_types` takes the place of the types so far; events that already
   * wait are still delivered. Events that come about while it is disabled are not kept for it; deliveries
   * that were waiting before are, for 30 days.
   */
  updateWebhook(request: OperationRequest<"updateWebhook">): Promise<OperationReply<"updateWebhook">>;
}
