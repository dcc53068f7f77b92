// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface ConversationsApi {
  /**
   * Get a conversation
   *
   * `GET /conversations/{conversation_id}`
   *
   * Returns a conversation. `GET /inbound-messages` with `sender` lists the messages of its number, and `GET
   * /messages` with `recipient` the messages to it.
   */
  getConversation(request: OperationRequest<"getConversation">): Promise<OperationReply<"getConversation">>;
  /**
   * List conversations
   *
   * `GET /conversations`
   *
   * Returns the conversations of the account, the one with the newest inbound message first. A conversation
   * is everything that one phone number has written. It begins with the number's first message and exists as
   * long as one of its inbound messages does.
   */
  listConversations(
    request: OperationRequest<"listConversations">,
  ): Promise<OperationReply<"listConversations">>;
  /**
   * Update a conversation
   *
   * `PATCH /conversations/{conversation_id}`
   *
   * Changes the status of a conversation, or marks its messages as read. `read_up_to` is the newest inbound
   * message that somebody has read, so a message that arrives in between stays unread. Another number's
   * message is 422.
   */
  updateConversation(
    request: OperationRequest<"updateConversation">,
  ): Promise<OperationReply<"updateConversation">>;
}
