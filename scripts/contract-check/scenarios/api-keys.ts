import { nameFor } from "../bodies";
import { inAnHour } from "../fixtures";
import { story } from "../stage";

export const apiKeys = [
  story("a key from its creation to its end", async (stage) => {
    const body = {
      name: nameFor(stage.prefix, "key"),
      scopes: ["files:read" as const],
      expires_at: inAnHour(),
    };
    const { id } = await stage.provoke("createApiKey", 201, { body }, "makes a key");
    await stage.provoke("listApiKeys", 200, { query: { limit: 5 } }, "lists keys");
    await stage.provoke("revokeApiKey", 204, { params: { key_id: id } }, "revokes a key");
    await stage.provoke("revokeApiKey", 204, { params: { key_id: id } }, "revokes it again");
  }),
  story("a key that would have ended already", async (stage) => {
    const ended = { scopes: ["files:read" as const], expires_at: "2020-01-01T00:00:00Z" };
    const body = { name: nameFor(stage.prefix, "key"), ...ended };
    await stage.provoke("createApiKey", 422, { body }, "makes a key that has ended");
  }),
];
