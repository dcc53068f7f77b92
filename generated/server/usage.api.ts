// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface UsageApi {
  /**
   * Get usage
   *
   * `GET /usage`
   *
   * Returns the number of messages by status and their price, in one row for each day, hour, channel,
   * purpose, campaign, template or tag. Messages count with their current status, on the day and in the hour
   * (UTC) of their creation. Without `from` and `to`, all messages of the account count. Rows are in the
   * order of their keys, null first; a key without messages has no row. A response has the first 10,000 rows:
   * choose a shorter time to get later rows.
   *
   * By tag, a message counts in the row of each of its tags, and a message without tags in no row: the rows
   * do not add up to the account's messages.
   *
   * By hour, usage covers at most 168 hours, including the first and the last. Without `to` they end with the
   * current hour; without `from` they are the last 168 hours. A longer time returns 400 and names `from`.
   */
  getUsage(request: OperationRequest<"getUsage">): Promise<OperationReply<"getUsage">>;
}
