import type { Channel } from "../../src/messaging/channel";
import { newMessagesStatement } from "../../src/features/messages/new-messages.store";
import { openDatabase } from "../../src/platform/db/connection";
import { type LongReadOptions, longReads } from "../../src/platform/db/reads/reads";
import { openSqliteReader } from "../../src/platform/db/reads/sqlite-reader";
import { commitStatements } from "../../src/platform/db/statement-batch";
import { foldForSearch } from "../../src/platform/search-text";
import type { TestService } from "./service";

/** Returns options of a service whose long reads have other limits. */
export const readsWith = (options: Partial<LongReadOptions>) => ({
  override: ({ config }: TestService["app"]) => {
    const connections = config.databaseUrl === null ? 1 : 2;
    const db =
      config.databaseUrl === null
        ? openSqliteReader(`${config.dataDir}/recado.sqlite`)
        : openDatabase({ url: config.databaseUrl, sqliteFile: "", poolSize: connections });
    return { reads: longReads({ db, connections, ...options }) };
  },
});

interface MessageToStore {
  search: string;
  text: string;
  status: "blocked" | "error";
}

/** Stores messages in one statement and returns their ids, oldest first. */
export async function storeMessages(
  { db, app, clock }: TestService,
  accountId: string,
  channel: Channel,
  messages: readonly Partial<MessageToStore>[],
): Promise<string[]> {
  const rows = messages.map(({ search = "", text = "", status = "blocked" }, index) => ({
    ...{ id: app.ids.next(), batch_id: null, parent_message_id: null, contact_id: null },
    ...{ status, recipient: `+55119${10_000_000 + index}`, content: JSON.stringify({ type: "text", text }) },
    ...{ segments: null, error: null, block_reason: null, client_reference: null },
    ...{ variables: null, not_before: null },
    ...{ history: "[]", search: `\n${foldForSearch(search)}` },
  }));
  const shared = {
    ...{ accountId, channel, sender: null, senderId: null, templateId: null, campaignId: null },
    tags: null,
    ...{ followUps: null, traceParent: null, createdAt: clock.now() },
    purpose: "transactional" as const,
  };
  await commitStatements(db, [newMessagesStatement(db, [{ shared, messages: rows }])]);
  return rows.map(({ id }) => id);
}
