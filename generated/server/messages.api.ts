// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** What the service does for the operations of one tag. Failures are thrown, never returned. */
export interface MessagesApi {
  /**
   * Get a message
   *
   * `GET /messages/{message_id}`
   *
   * Answers with one message and all its steps.
   */
  getMessage(request: OperationRequest<"getMessage">): Promise<OperationReply<"getMessage">>;
  /**
   * List messages
   *
   * `GET /messages`
   *
   * Answers with the messages of the account, newest first, however old they are. `status_history` is empty
   * here; read a message by its id to see its steps.
   */
  listMessages(request: OperationRequest<"listMessages">): Promise<OperationReply<"listMessages">>;
  /**
   * Preview messages
   *
   * `POST /messages/preview`
   *
   * Takes the body of a send and answers with what each recipient would get, in how many segments and at what
   * price. Nothing is created, sent or charged.
   */
  previewMessages(request: OperationRequest<"previewMessages">): Promise<OperationReply<"previewMessages">>;
  /**
   * Send messages
   *
   * `POST /messages`
   *
   * Creates one message for each recipient, from a template or from content in the request, and queues those
   * that can be sent. The answer means that they are queued, not that they have arrived: follow them by the
   * `message_update` event or by reading them. A recipient who is suppressed on the channel gets a message
   * with status `blocked`, which is neither sent nor charged. One number that is not a valid phone number
   * makes the whole request fail with 422, and nothing is created.
   *
   * Send an `Idempotency-Key` so that the request can be repeated without sending twice.
   */
  sendMessages(request: OperationRequest<"sendMessages">): Promise<OperationReply<"sendMessages">>;
}
