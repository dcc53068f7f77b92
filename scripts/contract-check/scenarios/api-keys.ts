import { nameFor } from "../bodies";
import { inAnHour } from "../fixtures";
import { scenario } from "../context";

export const apiKeys = [
  scenario("a key from its creation to its end", async (context, call) => {
    const body = {
      name: nameFor(context.prefix, "key"),
      scopes: ["files:read" as const],
      expires_at: inAnHour(),
    };
    const { id } = await call("createApiKey", 201, { body }, "makes a key");
    await call("listApiKeys", 200, { query: { limit: 5 } }, "lists keys");
    await call("revokeApiKey", 204, { params: { key_id: id } }, "revokes a key");
    await call("revokeApiKey", 204, { params: { key_id: id } }, "revokes it again");
  }),
  scenario("a key that would have ended already", async (context, call) => {
    const ended = { scopes: ["files:read" as const], expires_at: "2020-01-01T00:00:00Z" };
    const body = { name: nameFor(context.prefix, "key"), ...ended };
    await call("createApiKey", 422, { body }, "makes a key that has ended");
  }),
];
