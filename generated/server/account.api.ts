// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface AccountApi {
  /**
   * Get the account of the key
   *
   * `GET /account`
   *
   * Returns the account that the key belongs to, with its prices and limits. Any valid key may call it, with
   * any scopes. The operator sets prices and limits. Messages per second are limited by sender: see
   * `max_per_second` of `listSenders`.
   */
  getAccount(request: OperationRequest<"getAccount">): Promise<OperationReply<"getAccount">>;
}
