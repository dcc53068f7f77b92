// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface UsageApi {
  /**
   * Get usage
   *
   * `GET /usage`
   *
   * Counts the messages of the account by their present status, and adds up what they cost, in one row for
   * each day, channel, campaign, template or hour. Messages count on the day and in the hour of UTC in which
   * they were created. Without `from` and `to` all of them count. Rows come in the order of their key, null
   * first; a key without messages has no row. At most 10000 rows are answered, the first ones: choose a
   * shorter time to see the others.
   *
   * By hour at most 168 hours are summed, the first and the last among them: without `to` up to the present
   * one, without `from` as many as that. A longer time is refused with 400, which names `from`.
   */
  getUsage(request: OperationRequest<"getUsage">): Promise<OperationReply<"getUsage">>;
}
