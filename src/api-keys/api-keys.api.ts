import type { components } from "../../generated/schema";
import type { ApiKeysApi } from "../../generated/server/api-keys.api";
import { scopes as knownScopes } from "../../generated/server/routes";
import type { App } from "../app";
import { pageOf, pageRequest } from "../db/page";
import { notFound, Problem, unprocessable } from "../problem";
import { cleanName } from "../text";
import { type Instant, parseTimestamp, toTimestamp, toTimestampOrNull } from "../time";
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

export function apiKeysApi({ db, clock, ids }: Pick<App, "db" | "clock" | "ids">): ApiKeysApi {
  return {
    async listApiKeys({ query, caller }) {
      const page = pageRequest(query);
      const { keys, total } = await apiKeys.listApiKeys(db, caller.accountId, page);
      return { status: 200, body: pageOf(keys.map(toContract), total, page) };
    },

    async createApiKey({ body, caller }) {
      refuseMoreThanHeld(caller.scopes, body.scopes);
      const now = clock.now();
      const key = makeKey();
      const created = await apiKeys.insertApiKey(db, {
        ...fingerprint(key),
        id: ids.next(),
        accountId: caller.accountId,
        name: cleanName(body.name),
        scopes: expandScopes(body.scopes, knownScopes),
        createdAt: now,
        expiresAt: body.expires_at === undefined ? null : futureInstant(body.expires_at, now),
      });
      return { status: 201, body: { ...toContract(created), key } };
    },

    async revokeApiKey({ params, caller }) {
      const found = await apiKeys.revokeApiKey(db, caller.accountId, params.key_id, clock.now());
      if (!found) throw notFound("This API key");
      return { status: 204 };
    },
  };
}

function refuseMoreThanHeld(held: readonly string[], wanted: readonly string[]): void {
  const lacking = lackingScopes(held, wanted);
  if (lacking.length === 0) return;
  throw new Problem(
    403,
    "forbidden",
    `A key cannot grant scopes that it lacks itself: ${lacking.join(", ")}`,
  );
}

function futureInstant(timestamp: string, now: Instant): Instant {
  const instant = parseTimestamp(timestamp);
  if (instant > now) return instant;
  throw unprocessable("The key would have ended already", [
    { field: "expires_at", message: "must be in the future" },
  ]);
}
