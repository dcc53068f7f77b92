// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface OptOutWordsApi {
  /**
   * Get the opt-out words
   *
   * `GET /opt-out-words`
   *
   * Returns the words that opt out, opt in and ask for help, with the automatic replies. An account that
   * never changed them has the default words and no automatic replies.
   */
  getOptOutWords(request: OperationRequest<"getOptOutWords">): Promise<OperationReply<"getOptOutWords">>;
  /**
   * Update the opt-out words
   *
   * `PUT /opt-out-words`
   *
   * Replaces the words and the automatic replies of the account, for replies that arrive from now on. Returns
   * 422 if a word has neither letters nor digits or appears twice, in one list or in two, and if an automatic
   * reply has placeholders or is longer than an SMS may be.
   *
   * A reply with an opt-in word takes the person off the blacklist `Recado`, and one with an opt-out word
   * puts the person on it. `confirmation` is sent when a reply opts a person out, and `help_answer` to a
   * reply with a help word. Each goes to a number at most once in 24 hours, from the sender and on the
   * channel of the reply, also to a suppressed number. Replies by voice get neither.
   *
   * The operator can turn opt-outs off for an account. Then the words have no effect and neither automatic
   * reply is sent, but this operation still stores them.
   */
  updateOptOutWords(
    request: OperationRequest<"updateOptOutWords">,
  ): Promise<OperationReply<"updateOptOutWords">>;
}
