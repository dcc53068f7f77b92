// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface InboundApi {
  /**
   * Get an inbound message
   *
   * `GET /inbound-messages/{inbound_message_id}`
   *
   * Answers with one inbound message and its content.
   */
  getInboundMessage(
    request: OperationRequest<"getInboundMessage">,
  ): Promise<OperationReply<"getInboundMessage">>;
  /**
   * Get an inbound RCS event
   *
   * `GET /inbound-rcs-events/{inbound_rcs_event_id}`
   *
   * Answers with one inbound RCS event.
   */
  getInboundRcsEvent(
    request: OperationRequest<"getInboundRcsEvent">,
  ): Promise<OperationReply<"getInboundRcsEvent">>;
  /**
   * List inbound messages
   *
   * `GET /inbound-messages`
   *
   * Answers with what people sent to the senders of the account, newest first, however old it is. A tapped
   * reply suggestion is here too. The webhook event `inbound_message` reports each of them as it arrives.
   */
  listInboundMessages(
    request: OperationRequest<"listInboundMessages">,
  ): Promise<OperationReply<"listInboundMessages">>;
  /**
   * List inbound RCS events
   *
   * `GET /inbound-rcs-events`
   *
   * Answers with what people did in RCS conversations besides writing, newest first, however old it is. A
   * tapped reply suggestion is an inbound message instead. No webhook event tells of these: ask for them.
   */
  listInboundRcsEvents(
    request: OperationRequest<"listInboundRcsEvents">,
  ): Promise<OperationReply<"listInboundRcsEvents">>;
}
