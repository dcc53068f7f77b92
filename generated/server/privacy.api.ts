// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface PrivacyApi {
  /**
   * Create a privacy request
   *
   * `POST /privacy-requests`
   *
   * Queues the export or the erasure of everything that the account stores under a phone number, and returns
   * at once; read the request for its progress. A number without stored data completes with counts of zero.
   *
   * While an equal request, of the same kind and number, has not ended, this operation returns that request
   * instead of a second one, so it is safe to repeat. An erasure then also covers what was stored until the
   * repetition.
   *
   * - `export` writes a ZIP file of JSON files, in the formats of this API, and of the files that the person sent. Of uploaded tables, rejected rows and stored responses, it has only the rows and results with the number. `download_url` returns it. The service deletes the file 24 hours after its completion.
   * - `erasure` deletes the contact with its memberships, and removes content and number from messages, inbound messages, RCS events, webhook deliveries, imports, stored responses and files. Counts and prices of the usage stay. Earlier exports of the number are deleted; those that have not ended become `failed`. It takes at least a minute, until the sends of its time are stored. Messages to the number whose submission has not begun, and waiting messages of stopped campaigns, are canceled. A message in flight is erased after its end, and an `Idempotency-Key` that contains the number after its 24 hours; the request is `running` until then. An import that was created before the request rejects the rows that have the number. Anything else that is stored under the number after the request stays. An opt-out stays in force under a keyed hash of the number; memberships of other blacklists end.
   */
  createPrivacyRequest(
    request: OperationRequest<"createPrivacyRequest">,
  ): Promise<OperationReply<"createPrivacyRequest">>;
  /**
   * Get a privacy request
   *
   * `GET /privacy-requests/{privacy_request_id}`
   *
   * Returns a privacy request, its counts so far and, for a completed export, the URL of the file. Anyone
   * with the URL can download the file while the URL works.
   */
  getPrivacyRequest(
    request: OperationRequest<"getPrivacyRequest">,
  ): Promise<OperationReply<"getPrivacyRequest">>;
  /**
   * List privacy requests
   *
   * `GET /privacy-requests`
   *
   * Returns the privacy requests of the account, newest first. The requests stay as proof; none of them shows
   * the phone number.
   */
  listPrivacyRequests(
    request: OperationRequest<"listPrivacyRequests">,
  ): Promise<OperationReply<"listPrivacyRequests">>;
}
