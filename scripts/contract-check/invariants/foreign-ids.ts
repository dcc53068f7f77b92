import type { OperationId } from "../../../generated/server/binding";
import type { Client } from "../client";
import { harmlessRequest } from "../bodies";
import { operationOfId } from "../contract";
import type { RequestParts } from "../exchange";
import { listAt, textAt } from "./values";

/** Target name of the second account. Its requests must not count as requests of the first account. */
export const OTHER_ACCOUNT = "another account";

interface Send {
  (operation: OperationId, request: RequestParts): Promise<{ status: number; body: unknown }>;
}

/** Creating operations, each with the path parameter of its id, the deleting operation and the id's field. */
const CREATORS: readonly (readonly [OperationId, string, OperationId, string?])[] = [
  ["createTemplate", "template_id", "deleteTemplate"],
  ["createContactList", "list_id", "deleteContactList"],
  ["createCannedResponse", "canned_response_id", "deleteCannedResponse"],
  ["upsertContact", "contact_id", "deleteContact"],
  ["createCampaign", "campaign_id", "deleteCampaign"],
  ["createWebhook", "webhook_id", "deleteWebhook"],
  ["createUploadUrl", "file_id", "deleteFile", "file_id"],
  ["createApiKey", "key_id", "revokeApiKey"],
];

/** Lists whose entries no operation deletes, each with the path parameter of an id. */
const LISTS: readonly (readonly [OperationId, string])[] = [
  ["listMessages", "message_id"],
  ["listConsents", "consent_id"],
];

export interface ForeignIds {
  ids: ReadonlyMap<string, string>;
  deleteAll(): Promise<void>;
}

/** Creates one resource of each kind in another account. The first account must not reach these resources. */
export async function makeForeignIds(client: Client, key: string, prefix: string): Promise<ForeignIds> {
  const ids = new Map<string, string>();
  const deletions: (() => Promise<unknown>)[] = [];
  const send: Send = async (operation, request) => {
    const purpose = "creates something in another account";
    const { response, body } = await client.send({
      operation,
      request,
      key,
      purpose,
      expected: null,
      target: OTHER_ACCOUNT,
    });
    return { status: response?.status ?? 0, body };
  };
  for (const [creator, name, deleter, field = "id"] of CREATORS) {
    const request = harmlessRequest(operationOfId(creator), prefix);
    const references = { template_id: ids.get("template_id"), list_id: ids.get("list_id") };
    const body = creator === "createCampaign" ? { ...(request.body as object), ...references } : request.body;
    const created = await send(creator, { ...request, body });
    const id = textAt(created.body, field);
    if (created.status >= 300 || id === "") continue;
    ids.set(name, id);
    deletions.unshift(() => send(deleter, { params: { [name]: id } }));
  }
  for (const [list, name] of LISTS) {
    const { body } = await send(list, { query: { limit: 1 } });
    const id = textAt(listAt(body, "data")[0], "id");
    if (id !== "") ids.set(name, id);
  }
  return {
    ids,
    async deleteAll() {
      for (const remove of deletions) await remove();
    },
  };
}
