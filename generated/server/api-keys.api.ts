// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface ApiKeysApi {
  /**
   * Create an API key
   *
   * `POST /api-keys`
   *
   * Makes a key and shows it this once. A key cannot hand out what it lacks itself: a scope that it does not
   * have, or, where it expires, a life longer than its own, be it by leaving `expires_at` out. Either is
   * answered with 403.
   */
  createApiKey(request: OperationRequest<"createApiKey">): Promise<OperationReply<"createApiKey">>;
  /**
   * List API keys
   *
   * `GET /api-keys`
   *
   * Answers with the keys of the account, newest first, revoked ones included, without their secrets.
   */
  listApiKeys(request: OperationRequest<"listApiKeys">): Promise<OperationReply<"listApiKeys">>;
  /**
   * Revoke an API key
   *
   * `DELETE /api-keys/{key_id}`
   *
   * From now on requests with this key are answered with 401. It stays in the list, with the time of its end;
   * revoking it again changes nothing. A key may revoke itself, and others that have no scope that it lacks;
   * for the rest the answer is 403.
   */
  revokeApiKey(request: OperationRequest<"revokeApiKey">): Promise<OperationReply<"revokeApiKey">>;
}
