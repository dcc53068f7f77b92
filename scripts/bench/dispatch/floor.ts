// The floor of `dispatch`: the bare statements that write the same as a hand-over, without deciding anything.
import { Client } from "pg";
import { arrayLiteral } from "../../../src/platform/db/bulk";
import { loadSqlite } from "../../../src/platform/db/sqlite-driver";
import { updateEvents } from "../../../src/features/messages/message-events";
import type { HistoryEntry, MessageState } from "../../../src/features/messages/message";
import { advance } from "../../../src/features/messages/transitions";
import { idMaker } from "../../../src/platform/ids";
import { dayOf, systemClock } from "../../../src/platform/time";
import { MAX_EVENTS } from "../../../src/features/webhooks/event-types";
import { type DatabaseAddress, openAddress, sqlitePath } from "../databases";
import { perform } from "../processes";

/** One hand-over's worth of rows. */
interface Batch {
  accountId: string;
  id: string;
  webhookId: string;
  day: number;
  messageIds: string[];
  histories: string[];
  /** Bodies of webhook requests with all their events, and the events' ids. */
  payloads: { id: string; body: string; eventIds: string }[];
}

type Write = (batch: Batch) => Promise<void>;

const PRICE = 160_000;
const ids = idMaker(systemClock);

export const floorTasks = {
  /** Writes everything that becomes of the batches that wait; answers the seconds. All values are made beforehand. */
  async write(address: DatabaseAddress): Promise<number> {
    const batches = await batchesOf(address);
    const { writers, close } = address.kind === "sqlite" ? sqlite(address) : await postgres(address);
    let next = 0;
    const started = performance.now();
    await Promise.all(
      writers.map(async (write) => {
        for (let batch = batches[next++]; batch; batch = batches[next++]) await write(batch);
      }),
    );
    const seconds = (performance.now() - started) / 1_000;
    await close();
    return seconds;
  },
};

async function batchesOf(address: DatabaseAddress): Promise<Batch[]> {
  const db = openAddress(address, 1);
  const { id: webhookId } = (await db("webhook_endpoints").first("id")) as { id: string };
  const waiting = (await db("jobs").where({ kind: "submission" }).orderBy("id")) as {
    account_id: string;
    id: string;
    created_at: number;
  }[];
  const batches: Batch[] = [];
  for (const { account_id: accountId, id, created_at: createdAt } of waiting) {
    const rows = (await db("messages")
      .select("id", "recipient")
      .where({ account_id: accountId, batch_id: id })
      .orderBy("id")) as { id: string; recipient: string }[];
    const now = systemClock.now();
    const done = rows.map((row) => delivered(accountId, id, row, createdAt, now));
    // The events are as long as those of the service; the first batch's serve for all, which spares memory.
    const bodies =
      batches[0]?.payloads.map(({ body, eventIds }) => ({ body, eventIds })) ??
      bodiesOf(done.flatMap(({ transitions }) => transitions));
    batches.push({
      accountId,
      id,
      webhookId,
      day: dayOf(createdAt),
      messageIds: rows.map((row) => row.id),
      histories: done.map(({ history }) => JSON.stringify(history)),
      payloads: bodies.map((body) => ({ id: ids.next(), ...body })),
    });
  }
  await db.destroy();
  return batches;
}

function delivered(
  accountId: string,
  batchId: string,
  { id, recipient }: { id: string; recipient: string },
  createdAt: number,
  now: number,
) {
  const history: HistoryEntry[] = [["pending", createdAt]];
  const common = {
    templateId: null,
    campaignId: null,
    clientReference: null,
    followUps: null,
    price: 0,
    segments: 2,
  };
  const message: MessageState = {
    ...common,
    accountId,
    id,
    batchId,
    channel: "sms",
    status: "pending",
    recipient,
    history,
    createdAt,
  };
  return advance(message, [
    { status: "sent", at: now, price: PRICE },
    { status: "delivered", at: now },
  ]);
}

function bodiesOf(transitions: Parameters<typeof updateEvents>[0]): { body: string; eventIds: string }[] {
  const events = updateEvents(transitions, ids, systemClock.now());
  const bodies = [];
  for (let start = 0; start < events.length; start += MAX_EVENTS) {
    const some = events.slice(start, start + MAX_EVENTS);
    bodies.push({ body: JSON.stringify(some), eventIds: JSON.stringify(some.map(({ id }) => id)) });
  }
  return bodies;
}

/** The counts that a batch changes: status, messages, price. */
const countsOf = ({ messageIds: { length } }: Batch): [string, number, number][] => [
  ["pending", -length, 0],
  ["delivered", length, length * PRICE],
];

/** Enough to keep both sides of the connection busy. */
const CONNECTIONS = 2;

async function postgres(address: DatabaseAddress): Promise<{ writers: Write[]; close: () => Promise<void> }> {
  const clients = Array.from(
    { length: CONNECTIONS },
    () => new Client({ connectionString: address.url ?? "" }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  const writers = clients.map((client): Write => async (batch) => {
    const now = systemClock.now();
    const { accountId, webhookId, payloads } = batch;
    const counts = countsOf(batch);
    const payloadIds = payloads.map(({ id }) => id);
    const query = (name: string, text: string, values: unknown[]) => client.query({ name, text, values });
    await client.query("begin");
    await query(
      "messages",
      `update messages set status = 'delivered', price = $1, error = null, history = u.history, updated_at = $2
       from unnest($3::uuid[], $4::text[]) as u(id, history) where account_id = $5 and messages.id = u.id`,
      [PRICE, now, arrayLiteral(batch.messageIds), arrayLiteral(batch.histories), accountId],
    );
    await query(
      "counts",
      `insert into message_counts (account_id, day, channel, status, messages, price)
       select $1, $2, 'sms', * from unnest($3::text[], $4::bigint[], $5::bigint[])`,
      [
        accountId,
        batch.day,
        counts.map(([status]) => status),
        counts.map(([, n]) => n),
        counts.map(([, , p]) => p),
      ],
    );
    await query(
      "deliveries",
      `insert into webhook_deliveries (account_id, id, webhook_id, event_type, status, event_count, created_at)
       select $1, id, $2, 'message_update', 'pending', $3, $4 from unnest($5::uuid[]) as id`,
      [accountId, webhookId, MAX_EVENTS, now, payloadIds],
    );
    const places = payloads.map(
      (_, index) => `($1, $${3 * index + 2}, $${3 * index + 3}, $${3 * index + 4})`,
    );
    await query(
      `payloads ${places.length}`,
      `insert into webhook_payloads (account_id, id, events, event_ids) values ${places.join(", ")}`,
      [accountId, ...payloads.flatMap(({ id, body, eventIds }) => [id, body, eventIds])],
    );
    await query("batch", "delete from jobs where account_id = $1 and kind = 'submission' and id = $2", [
      accountId,
      batch.id,
    ]);
    await client.query("commit");
  });
  return { writers, close: async () => void (await Promise.all(clients.map((client) => client.end()))) };
}

function sqlite(address: DatabaseAddress): { writers: Write[]; close: () => Promise<void> } {
  const db = new (loadSqlite())(sqlitePath(address));
  for (const setting of ["synchronous = FULL", "cache_size = -65536", "temp_store = MEMORY"])
    db.pragma(setting);
  const message = db.prepare(
    `update messages set status = 'delivered', price = ?, error = null, history = ?, updated_at = ?
     where account_id = ? and id = ?`,
  );
  const count = db.prepare(
    "insert into message_counts (account_id, day, channel, status, messages, price) values (?, ?, 'sms', ?, ?, ?)",
  );
  const delivery = db.prepare(
    `insert into webhook_deliveries (account_id, id, webhook_id, event_type, status, event_count, created_at)
     values (?, ?, ?, 'message_update', 'pending', ?, ?)`,
  );
  const payload = db.prepare(
    "insert into webhook_payloads (account_id, id, events, event_ids) values (?, ?, ?, ?)",
  );
  const end = db.prepare("delete from jobs where account_id = ? and kind = 'submission' and id = ?");
  const write = db.transaction((batch: Batch) => {
    const now = systemClock.now();
    const { accountId } = batch;
    batch.messageIds.forEach((id, index) => message.run(PRICE, batch.histories[index], now, accountId, id));
    for (const [status, messages, price] of countsOf(batch))
      count.run(accountId, batch.day, status, messages, price);
    for (const { id, body, eventIds } of batch.payloads) {
      delivery.run(accountId, id, batch.webhookId, MAX_EVENTS, now);
      payload.run(accountId, id, body, eventIds);
    }
    end.run(accountId, batch.id);
  });
  return { writers: [async (batch) => write(batch)], close: async () => void db.close() };
}

perform(floorTasks);
