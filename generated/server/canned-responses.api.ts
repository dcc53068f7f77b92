// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface CannedResponsesApi {
  /**
   * Create a canned response
   *
   * `POST /canned-responses`
   *
   * Creates a canned response: a text for replies, under a name that is unique in the account. The service
   * lists the placeholders of the text in `variables`; a send fills them in as it does in a template. More
   * than 100 different placeholders are 422.
   */
  createCannedResponse(
    request: OperationRequest<"createCannedResponse">,
  ): Promise<OperationReply<"createCannedResponse">>;
  /**
   * Delete a canned response
   *
   * `DELETE /canned-responses/{canned_response_id}`
   *
   * Deletes a canned response, and frees its name and its shortcut.
   */
  deleteCannedResponse(
    request: OperationRequest<"deleteCannedResponse">,
  ): Promise<OperationReply<"deleteCannedResponse">>;
  /**
   * Get a canned response
   *
   * `GET /canned-responses/{canned_response_id}`
   *
   * Returns a canned response.
   */
  getCannedResponse(
    request: OperationRequest<"getCannedResponse">,
  ): Promise<OperationReply<"getCannedResponse">>;
  /**
   * List canned responses
   *
   * `GET /canned-responses`
   *
   * Returns the canned responses of the account, sorted by name.
   */
  listCannedResponses(
    request: OperationRequest<"listCannedResponses">,
  ): Promise<OperationReply<"listCannedResponses">>;
  /**
   * Update a canned response
   *
   * `PATCH /canned-responses/{canned_response_id}`
   *
   * Changes the name, the text or the shortcut of a canned response.
   */
  updateCannedResponse(
    request: OperationRequest<"updateCannedResponse">,
  ): Promise<OperationReply<"updateCannedResponse">>;
}
