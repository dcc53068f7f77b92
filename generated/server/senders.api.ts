// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface SendersApi {
  /**
   * List senders
   *
   * `GET /senders`
   *
   * Returns the addresses that the account can send from, newest first. The operator adds and removes them.
   */
  listSenders(request: OperationRequest<"listSenders">): Promise<OperationReply<"listSenders">>;
}
