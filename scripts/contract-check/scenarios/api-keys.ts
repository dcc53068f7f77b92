import { inAnHour, nameFor } from "../bodies";
import { scenario } from "../context";
import { keyRequest, makeKey } from "../scope-keys";

const ONE_KEY = { query: { limit: 1 } };

export const apiKeys = [
  scenario("the life of a key", async ({ prefix }, call) => {
    const body = { name: nameFor(prefix, "key"), scopes: ["files:read" as const], expires_at: inAnHour() };
    const { id: key_id } = await call("createApiKey", 201, { body }, "creates a key", ({ key, prefix }) =>
      key.startsWith(prefix) ? [] : [`the key does not begin with its prefix, ${prefix}`],
    );
    await call("listApiKeys", 200, { query: { limit: 5 } }, "lists keys");
    await call("revokeApiKey", 204, { params: { key_id } }, "revokes a key");
    await call("revokeApiKey", 204, { params: { key_id } }, "revokes it again");
    const expired = { ...body, expires_at: "2020-01-01T00:00:00Z" };
    await call("createApiKey", 422, { body: expired }, "creates an expired key");
  }),
  scenario("the headers that carry a key", async (context) => {
    const { key } = await makeKey(context, ["keys:read"]);
    const { key: other } = await makeKey(context, ["keys:read"]);
    await context.as({ bearer: key })("listApiKeys", 200, ONE_KEY, "sends a key as a bearer token alone");
    const both = context.as({ apiKey: key, bearer: key });
    await both("listApiKeys", 200, ONE_KEY, "sends one key in both headers");
    const different = context.as({ apiKey: key, bearer: other });
    await different("listApiKeys", 401, ONE_KEY, "sends a different key in each header");
  }),
  scenario("a request with a revoked key", async (context, call) => {
    const { id: key_id, key } = await makeKey(context, ["keys:read"]);
    const withKey = context.as({ apiKey: key });
    await withKey("listApiKeys", 200, ONE_KEY, "lists keys with a new key");
    await context.until("listApiKeys", ONE_KEY, "waits until the use is recorded", ({ data: [newest] }) =>
      newest?.id === key_id && newest.last_used_at === null ? ["last_used_at is null after a use"] : [],
    );
    await call("revokeApiKey", 204, { params: { key_id } }, "revokes the key that has just listed keys");
    await withKey("listApiKeys", 401, ONE_KEY, "lists keys with the revoked key");
  }),
  scenario("the scopes that a key can grant", async (context) => {
    const { key } = await makeKey(context, ["keys:write"]);
    const withKey = context.as({ apiKey: key });
    const granted = keyRequest(context.prefix, ["messages:send"]);
    await withKey("createApiKey", 403, granted, "grants a scope that the creating key lacks");
  }),
];
