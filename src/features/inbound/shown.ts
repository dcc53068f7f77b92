import type { components } from "../../../generated/schema";
import type { Db } from "../../platform/db/dialect";
import { stableUrl } from "../files/addresses";
import { type InboundMessage, messageToContract } from "./inbound";
import { inboundFiles } from "./inbound-files.store";

export async function shownMessages(
  { db, config }: { db: Db; config: { publicUrl: string } },
  accountId: string,
  messages: readonly InboundMessage[],
): Promise<components["schemas"]["InboundMessage"][]> {
  const ids = messages.flatMap(({ fileId }) => fileId ?? []);
  const files = await inboundFiles(db, accountId, ids);
  return messages.map((message) => {
    const file = message.fileId === null ? undefined : files.get(message.fileId);
    return messageToContract(message, file ? { ...file, url: stableUrl(config, file.downloadToken) } : null);
  });
}
