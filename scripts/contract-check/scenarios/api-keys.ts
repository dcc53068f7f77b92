import { nameFor } from "../bodies";
import { inAnHour } from "../fixtures";
import { scenario } from "../context";

export const apiKeys = [
  scenario("the life of a key", async (context, call) => {
    const body = {
      name: nameFor(context.prefix, "key"),
      scopes: ["files:read" as const],
      expires_at: inAnHour(),
    };
    const { id } = await call("createApiKey", 201, { body }, "creates a key");
    await call("listApiKeys", 200, { query: { limit: 5 } }, "lists keys");
    await call("revokeApiKey", 204, { params: { key_id: id } }, "revokes a key");
    await call("revokeApiKey", 204, { params: { key_id: id } }, "revokes it again");
  }),
  scenario("a key that has already expired", async (context, call) => {
    const ended = { scopes: ["files:read" as const], expires_at: "2020-01-01T00:00:00Z" };
    const body = { name: nameFor(context.prefix, "key"), ...ended };
    await call("createApiKey", 422, { body }, "creates an expired key");
  }),
];
