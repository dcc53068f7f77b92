// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface InboundApi {
  /**
   * Get an inbound message
   *
   * `GET /inbound-messages/{inbound_message_id}`
   *
   * Returns an inbound message with its content.
   */
  getInboundMessage(
    request: OperationRequest<"getInboundMessage">,
  ): Promise<OperationReply<"getInboundMessage">>;
  /**
   * Get an inbound RCS event
   *
   * `GET /inbound-rcs-events/{inbound_rcs_event_id}`
   *
   * Returns an inbound RCS event.
   */
  getInboundRcsEvent(
    request: OperationRequest<"getInboundRcsEvent">,
  ): Promise<OperationReply<"getInboundRcsEvent">>;
  /**
   * List inbound messages
   *
   * `GET /inbound-messages`
   *
   * Returns the messages that people sent to the senders of the account, newest first. Tapped reply
   * suggestions are included. The event `inbound_message` reports each message as it arrives. The operator
   * sets after how many days messages are deleted, 400 by default, and can have contents erased earlier.
   */
  listInboundMessages(
    request: OperationRequest<"listInboundMessages">,
  ): Promise<OperationReply<"listInboundMessages">>;
  /**
   * List inbound RCS events
   *
   * `GET /inbound-rcs-events`
   *
   * Returns what people did in RCS conversations other than sending messages, newest first. A tapped reply
   * suggestion is an inbound message instead. The webhook event `inbound_rcs_event` reports each of them. The
   * operator sets after how many days RCS events are deleted, 400 by default, and can have contents erased
   * earlier.
   */
  listInboundRcsEvents(
    request: OperationRequest<"listInboundRcsEvents">,
  ): Promise<OperationReply<"listInboundRcsEvents">>;
}
