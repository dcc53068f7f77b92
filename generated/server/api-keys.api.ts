// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface ApiKeysApi {
  /**
   * Create an API key
   *
   * `POST /api-keys`
   *
   * Creates an API key and returns the key itself, which no later response shows. A key cannot grant a scope
   * that it lacks. A key that expires can only create keys that expire no later, so `expires_at` is then
   * required. Both cases return 403.
   */
  createApiKey(request: OperationRequest<"createApiKey">): Promise<OperationReply<"createApiKey">>;
  /**
   * List API keys
   *
   * `GET /api-keys`
   *
   * Returns the API keys of the account, newest first, including revoked ones, without the keys themselves.
   */
  listApiKeys(request: OperationRequest<"listApiKeys">): Promise<OperationReply<"listApiKeys">>;
  /**
   * Revoke an API key
   *
   * `DELETE /api-keys/{key_id}`
   *
   * Revokes an API key: requests with it get 401 from now on. The key stays in the list, with the time of its
   * revocation. Revoking a key twice has no further effect. A key may revoke itself, and other keys that have
   * no scope that it lacks; otherwise the response is 403.
   */
  revokeApiKey(request: OperationRequest<"revokeApiKey">): Promise<OperationReply<"revokeApiKey">>;
}
