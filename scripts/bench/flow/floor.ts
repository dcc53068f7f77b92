// The part of the floor of `flow` that its own tables need: the bare statements that bring every message to its end and
// keep its events until they are posted, without deciding anything.
import { Client } from "pg";
import { arrayLiteral } from "../../../src/platform/db/bulk";
import { loadSqlite } from "../../../src/platform/db/sqlite-driver";
import { idMaker } from "../../../src/platform/ids";
import { systemClock } from "../../../src/platform/time";
import { type DatabaseAddress, openAddress, sqlitePath } from "../databases";
import { perform } from "../processes";
import { EVENTS_PER_REQUEST, someEvents } from "../webhooks/events";

export interface SettleRun {
  address: DatabaseAddress;
  accountId: string;
  /** Requests to keep until they are posted. */
  requests: number;
}

/** What is written in one commit. */
interface Batch {
  messageIds: string[];
  histories: string[];
  /** Requests with their bodies. */
  requestIds: string[];
}

type Statement = (batch: Batch) => Promise<void>;

interface Writer {
  settle: Statement;
  mark: Statement;
  close(): Promise<void>;
}

const CHUNK = 1_000;
const PRICE = 160_000;
const ids = idMaker(systemClock);

/** An outbox of the floor's own: one row a request, as narrow as can be. */
const OUTBOX = `create table if not exists floor_outbox
  (account_id uuid not null, id uuid not null, status text not null, events text not null, primary key (account_id, id))`;

export const floorTasks = {
  /** Settles the account's pending messages, writes their events down and marks those; answers the seconds. */
  async settle({ address, accountId, requests }: SettleRun): Promise<number> {
    const body = JSON.stringify(someEvents(EVENTS_PER_REQUEST));
    const batches = await batchesOf(address, accountId, requests);
    const writer =
      address.kind === "sqlite" ? sqlite(address, accountId, body) : await postgres(address, accountId, body);
    const started = performance.now();
    for (const batch of batches) await writer.settle(batch);
    for (const batch of batches) await writer.mark(batch);
    const seconds = (performance.now() - started) / 1_000;
    await writer.close();
    return seconds;
  },
};

async function batchesOf(address: DatabaseAddress, accountId: string, requests: number): Promise<Batch[]> {
  const db = openAddress(address, 1);
  await db.raw(OUTBOX);
  await db("floor_outbox").delete();
  const rows = (await db("messages")
    .select("id")
    .where({ account_id: accountId, status: "pending" })
    .orderBy("id")) as { id: string }[];
  await db.destroy();
  const now = systemClock.now();
  const history = JSON.stringify(["pending", "sent", "delivered"].map((status) => [status, now]));
  const count = Math.ceil(rows.length / CHUNK);
  return Array.from({ length: count }, (_, index) => {
    const messageIds = rows.slice(index * CHUNK, (index + 1) * CHUNK).map(({ id }) => id);
    const [from, to] = [index, index + 1].map((place) => Math.round((place * requests) / count));
    return {
      messageIds,
      histories: messageIds.map(() => history),
      requestIds: Array.from({ length: (to ?? 0) - (from ?? 0) }, () => ids.next()),
    };
  });
}

async function postgres({ url }: DatabaseAddress, accountId: string, body: string): Promise<Writer> {
  const client = new Client({ connectionString: url ?? "" });
  await client.connect();
  return {
    async settle({ messageIds, histories, requestIds }) {
      await client.query("begin");
      await client.query({
        name: "messages",
        text: `update messages set status = 'delivered', price = $1, history = u.history, updated_at = $2
               from unnest($3::uuid[], $4::text[]) as u(id, history) where account_id = $5 and messages.id = u.id`,
        values: [PRICE, systemClock.now(), arrayLiteral(messageIds), arrayLiteral(histories), accountId],
      });
      const places = requestIds.map((_, index) => `($1, $${2 * index + 2}, 'pending', $${2 * index + 3})`);
      await client.query({
        name: `outbox ${places.length}`,
        text: `insert into floor_outbox (account_id, id, status, events) values ${places.join(", ")}`,
        values: [accountId, ...requestIds.flatMap((id) => [id, body])],
      });
      await client.query("commit");
    },
    async mark({ requestIds }) {
      await client.query({
        name: "mark",
        text: "update floor_outbox set status = 'delivered' where account_id = $1 and id = any($2::uuid[])",
        values: [accountId, arrayLiteral(requestIds)],
      });
    },
    close: () => client.end(),
  };
}

function sqlite(address: DatabaseAddress, accountId: string, body: string): Writer {
  const db = new (loadSqlite())(sqlitePath(address));
  for (const setting of ["synchronous = FULL", "cache_size = -65536", "temp_store = MEMORY"])
    db.pragma(setting);
  const message = db.prepare(
    `update messages set status = 'delivered', price = ?, history = ?, updated_at = ? where account_id = ? and id = ?`,
  );
  const request = db.prepare(
    "insert into floor_outbox (account_id, id, status, events) values (?, ?, 'pending', ?)",
  );
  const delivered = db.prepare(
    "update floor_outbox set status = 'delivered' where account_id = ? and id = ?",
  );
  const settle = db.transaction(({ messageIds, histories, requestIds }: Batch) => {
    const now = systemClock.now();
    messageIds.forEach((id, index) => message.run(PRICE, histories[index], now, accountId, id));
    for (const id of requestIds) request.run(accountId, id, body);
  });
  const mark = db.transaction(({ requestIds }: Batch) => {
    for (const id of requestIds) delivered.run(accountId, id);
  });
  return {
    settle: async (batch) => settle(batch),
    mark: async (batch) => mark(batch),
    close: async () => void db.close(),
  };
}

perform(floorTasks);
