import type { components } from "../../../generated/schema";
import type { ApiKeysApi } from "../../../generated/server/api-keys.api";
import { scopes as knownScopes } from "../../../generated/server/routes";
import type { Platform } from "../../platform/platform";
import { pageOf, pageRequest } from "../../platform/db/page";
import { forbidden, notFound, unprocessable } from "../../platform/problem";
import { cleanName } from "../../platform/text";
import { type Instant, parseTimestamp, toTimestamp, toTimestampOrNull } from "../../platform/time";
import { expandScopes, fingerprint, lackingScopes, makeKey } from "./api-key";
import * as apiKeys from "./api-keys.store";

type Scope = components["schemas"]["ApiKeyScope"];

const toContract = (key: apiKeys.ApiKey): components["schemas"]["ApiKey"] => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  scopes: expandScopes(key.scopes, knownScopes) as Scope[],
  created_at: toTimestamp(key.createdAt),
  last_used_at: toTimestampOrNull(key.lastUsedAt),
  expires_at: toTimestampOrNull(key.expiresAt),
  revoked_at: toTimestampOrNull(key.revokedAt),
});

export function apiKeysApi({ db, clock, ids }: Pick<Platform, "db" | "clock" | "ids">): ApiKeysApi {
  async function keyOf(accountId: string, keyId: string): Promise<apiKeys.ApiKey> {
    const key = await apiKeys.findApiKey(db, accountId, keyId);
    if (key === null) throw notFound("This API key");
    return key;
  }

  return {
    async listApiKeys({ query, caller }) {
      const page = pageRequest(query);
      const { keys, total } = await apiKeys.listApiKeys(db, caller.accountId, page);
      return { status: 200, body: pageOf(keys.map(toContract), total, page) };
    },

    async createApiKey({ body, caller }) {
      refuseMoreThanHeld(caller.scopes, body.scopes);
      const now = clock.now();
      const expiresAt = body.expires_at === undefined ? null : parseTimestamp(body.expires_at);
      refuseLongerLife((await keyOf(caller.accountId, caller.keyId)).expiresAt, expiresAt);
      refusePast(expiresAt, now);
      const key = makeKey();
      const created = await apiKeys.insertApiKey(db, {
        ...fingerprint(key),
        id: ids.next(),
        accountId: caller.accountId,
        name: cleanName(body.name),
        scopes: expandScopes(body.scopes, knownScopes),
        createdAt: now,
        expiresAt,
      });
      return { status: 201, body: { ...toContract(created), last_used_at: null, revoked_at: null, key } };
    },

    async revokeApiKey({ params, caller }) {
      const key = await keyOf(caller.accountId, params.key_id);
      if (key.id !== caller.keyId) refuseBroaderKey(caller.scopes, expandScopes(key.scopes, knownScopes));
      await apiKeys.revokeApiKey(db, caller.accountId, key.id, clock.now());
      return { status: 204 };
    },
  };
}

function refuseMoreThanHeld(held: readonly string[], requested: readonly string[]): void {
  const lacking = lackingScopes(held, requested);
  if (lacking.length === 0) return;
  throw forbidden(`A key cannot grant scopes that it does not have: ${lacking.join(", ")}`);
}

/** Throws 403 if the new key would outlive the caller's key. An expiring key could otherwise renew itself. */
function refuseLongerLife(held: Instant | null, requested: Instant | null): void {
  if (held === null || (requested !== null && requested <= held)) return;
  throw forbidden("A key cannot create a key that expires after it", [
    { field: "expires_at", message: `is required, and must not be after ${toTimestamp(held)}` },
  ]);
}

/** Throws 403 if the key to revoke has `scopes` that the caller's key (`held`) does not have. */
function refuseBroaderKey(held: readonly string[], scopes: readonly string[]): void {
  const lacking = lackingScopes(held, scopes);
  if (lacking.length === 0) return;
  throw forbidden(`A key cannot revoke a key with scopes that it does not have: ${lacking.join(", ")}`);
}

function refusePast(expiresAt: Instant | null, now: Instant): void {
  if (expiresAt === null || expiresAt > now) return;
  throw unprocessable("The key would already have expired", [
    { field: "expires_at", message: "must be in the future" },
  ]);
}
