import type { Channel } from "../../src/messaging/channel";
import { CountChanges, countsStatement } from "../../src/features/messages/counts.store";
import { newMessagesStatement } from "../../src/features/messages/new-messages.store";
import { dialectOf } from "../../src/platform/db/dialect";
import { type LongReadOptions, longReads } from "../../src/platform/db/reads/reads";
import { openSqliteReader } from "../../src/platform/db/reads/sqlite-reader";
import { commitStatements } from "../../src/platform/db/statement-batch";
import { firstIdAt } from "../../src/platform/ids";
import { foldForSearch } from "../../src/platform/search-text";
import { openForTest } from "./databases";
import type { TestService } from "./service";

export const readsWith = (options: Partial<LongReadOptions>) => ({
  override: ({ config }: TestService["app"]) => {
    const connections = config.databaseUrl === null ? 1 : 2;
    const db =
      config.databaseUrl === null
        ? openSqliteReader(`${config.dataDir}/recado.sqlite`)
        : openForTest({ url: config.databaseUrl, sqliteFile: "", poolSize: connections });
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
    id: app.ids.next(),
    batch_id: null,
    parent_message_id: null,
    contact_id: null,
    status,
    recipient: `+55119${10_000_000 + index}`,
    content: JSON.stringify({ type: "text", text }),
    segments: null,
    error: null,
    block_reason: null,
    client_reference: null,
    variables: null,
    not_before: null,
    history: "[]",
    search: `\n${foldForSearch(search)}`,
  }));
  const shared = {
    accountId,
    channel,
    sender: null,
    senderId: null,
    templateId: null,
    campaignId: null,
    tags: null,
    followUps: null,
    traceParent: null,
    createdAt: clock.now(),
    purpose: "transactional" as const,
  };
  await commitStatements(db, [newMessagesStatement(db, [{ shared, messages: rows }])]);
  return rows.map(({ id }) => id);
}

interface Alike {
  at: number;
  count: number;
  campaignId?: string | null;
  status?: "delivered" | "failed" | "blocked" | "error";
}

/** Stores equal messages of one instant with their counts, in two statements. */
export async function storeAlike(
  { db }: TestService,
  accountId: string,
  { at, count, campaignId = null, status = "delivered" }: Alike,
): Promise<void> {
  const { numbers, id } =
    dialectOf(db) === "sqlite"
      ? {
          numbers: `(with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
            select n from numbers) as numbers`,
          id: "? || printf('%012x', n)",
        }
      : { numbers: `generate_series(1, ${count}) as n`, id: "(? || lpad(to_hex(n), 12, '0'))::uuid" };
  await db.raw(
    `insert into messages
       (account_id, id, channel, status, recipient, campaign_id, history, search, created_at, updated_at)
     select ?, ${id}, 'sms', ?, '+5511900000000', ?, '[]', 'oi', ?, ? from ${numbers}`,
    [accountId, firstIdAt(at).slice(0, 24), status, campaignId, at, at],
  );
  const counts = new CountChanges();
  const kind = {
    channel: "sms",
    purpose: "transactional",
    templateId: null,
    campaignId,
    tags: null,
  } as const;
  const attributes = { createdAt: at, ...kind };
  for (let added = 0; added < count; added += 1) counts.add(attributes, status, 1, 0);
  await commitStatements(db, [countsStatement(db, [{ accountId, counts }])]);
}
