import type { OperationId } from "../../../generated/server/binding";
import type { Client } from "../client";
import { harmlessRequest } from "../bodies";
import { operationOfId } from "../contract";
import type { RequestParts } from "../exchange";
import { textAt } from "./values";

/** The name under which the deployment is asked by the second account, so that nothing of it is taken for the first's. */
export const OTHER_ACCOUNT = "another account";

interface Ask {
  (operation: OperationId, request: RequestParts): Promise<{ status: number; body: unknown }>;
}

/** What is made in the other account, by what it is called; each is ended by its operation afterwards. */
const MAKERS: readonly (readonly [OperationId, string, OperationId, string?])[] = [
  ["createTemplate", "template_id", "deleteTemplate"],
  ["createContactList", "list_id", "deleteContactList"],
  ["upsertContact", "contact_id", "deleteContact"],
  ["createCampaign", "campaign_id", "deleteCampaign"],
  ["createWebhook", "webhook_id", "deleteWebhook"],
  ["createUploadUrl", "file_id", "deleteFile", "file_id"],
  ["createApiKey", "key_id", "revokeApiKey"],
];

export interface ForeignIds {
  ids: ReadonlyMap<string, string>;
  end(): Promise<void>;
}

/** Makes one of each kind of thing in another account, so that the first can try to reach it. */
export async function makeForeignIds(client: Client, key: string, prefix: string): Promise<ForeignIds> {
  const ids = new Map<string, string>();
  const ends: (() => Promise<unknown>)[] = [];
  const ask: Ask = async (operation, request) => {
    const purpose = "makes something in another account";
    const { answer, body } = await client.send({
      operation,
      request,
      key,
      purpose,
      expected: null,
      target: OTHER_ACCOUNT,
    });
    return { status: answer?.status ?? 0, body };
  };
  for (const [maker, name, ender, field = "id"] of MAKERS) {
    const request = harmlessRequest(operationOfId(maker), prefix);
    const references = { template_id: ids.get("template_id"), list_id: ids.get("list_id") };
    const body = maker === "createCampaign" ? { ...(request.body as object), ...references } : request.body;
    const made = await ask(maker, { ...request, body });
    const id = textAt(made.body, field);
    if (made.status >= 300 || id === "") continue;
    ids.set(name, id);
    ends.unshift(() => ask(ender, { params: { [name]: id } }));
  }
  const { body } = await ask("listMessages", { query: { limit: 1 } });
  const message = textAt((body as { data?: readonly unknown[] } | null)?.data?.[0], "id");
  if (message !== "") ids.set("message_id", message);
  return {
    ids,
    async end() {
      for (const end of ends) await end();
    },
  };
}
