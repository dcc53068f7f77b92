import { inAnHour, nameFor } from "../bodies";
import { scenario } from "../context";

export const apiKeys = [
  scenario("the life of a key", async ({ prefix }, call) => {
    const body = { name: nameFor(prefix, "key"), scopes: ["files:read" as const], expires_at: inAnHour() };
    const { id: key_id } = await call("createApiKey", 201, { body }, "creates a key");
    await call("listApiKeys", 200, { query: { limit: 5 } }, "lists keys");
    await call("revokeApiKey", 204, { params: { key_id } }, "revokes a key");
    await call("revokeApiKey", 204, { params: { key_id } }, "revokes it again");
    const expired = { ...body, expires_at: "2020-01-01T00:00:00Z" };
    await call("createApiKey", 422, { body: expired }, "creates an expired key");
  }),
];
