// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface SendingRulesApi {
  /**
   * Delete a sending rule
   *
   * `DELETE /sending-rules/{purpose}`
   *
   * Deletes the rule for a purpose, which restricts nothing afterwards. Messages that wait for a window keep
   * `not_before`.
   */
  deleteSendingRule(
    request: OperationRequest<"deleteSendingRule">,
  ): Promise<OperationReply<"deleteSendingRule">>;
  /**
   * Get a sending rule
   *
   * `GET /sending-rules/{purpose}`
   *
   * Returns the rule for a purpose.
   */
  getSendingRule(request: OperationRequest<"getSendingRule">): Promise<OperationReply<"getSendingRule">>;
  /**
   * List sending rules
   *
   * `GET /sending-rules`
   *
   * Returns the three rules of the account: one for each purpose. An account that never set a rule has no
   * restriction.
   */
  listSendingRules(
    request: OperationRequest<"listSendingRules">,
  ): Promise<OperationReply<"listSendingRules">>;
  /**
   * Update a sending rule
   *
   * `PUT /sending-rules/{purpose}`
   *
   * Replaces the rule for a purpose. It applies to all messages of the purpose that are submitted from now
   * on, also to those that wait already. Returns 422 if a window closes before it opens, if the time zone
   * does not exist, and if `preset` is combined with fields.
   *
   * Windows count at submission: a campaign that reaches the end of a window pauses, and continues at the
   * next opening. Messages that people cause themselves, the automatic replies to opt-out and help words, are
   * exempt, but count as `transactional` messages to their number.
   */
  updateSendingRule(
    request: OperationRequest<"updateSendingRule">,
  ): Promise<OperationReply<"updateSendingRule">>;
}
