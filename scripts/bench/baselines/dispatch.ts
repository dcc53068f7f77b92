// The baseline of `dispatch`: the bare statements that write what a submission writes, without its decisions.
import { updateEvents } from "../../../src/features/messages/message-events";
import type { HistoryEntry, MessageState } from "../../../src/features/messages/message";
import { advance } from "../../../src/features/messages/transitions";
import { idMaker } from "../../../src/platform/ids";
import { dayOf, systemClock } from "../../../src/platform/time";
import { MAX_EVENTS } from "../../../src/features/webhooks/event-types";
import { type DatabaseAddress, openAddress } from "../databases";
import { perform } from "../processes";
import { type Bare, openBare, quoted } from "../sql";

/** The rows of one submission. */
interface Batch {
  accountId: string;
  id: string;
  webhookId: string;
  day: number;
  messages: { id: string; history: string }[];
  /** Bodies of webhook requests with all their events. */
  payloads: { id: string; events: string }[];
}

const PRICE = 160_000;
/** Enough to keep both sides of a connection to PostgreSQL busy. SQLite has one writer. */
const CONNECTIONS = { postgres: 2, sqlite: 1 };
const ids = idMaker(systemClock);
/** The same for all rows, so that each statement is prepared once. */
const now = String(systemClock.now());

export const dispatchTasks = {
  /** Writes all that follows from the waiting batches; returns the seconds. Values are made before the clock starts. */
  async write(address: DatabaseAddress): Promise<number> {
    const batches = await batchesOf(address);
    const opening = Array.from({ length: CONNECTIONS[address.kind] }, () => openBare(address));
    const connections = await Promise.all(opening);
    let next = 0;
    const started = performance.now();
    await Promise.all(
      connections.map(async (connection) => {
        for (let batch = batches[next++]; batch; batch = batches[next++]) await write(connection, batch);
      }),
    );
    const seconds = (performance.now() - started) / 1_000;
    for (const connection of connections) await connection.close();
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
      batches[0]?.payloads.map(({ events }) => events) ??
      bodiesOf(done.flatMap(({ transitions }) => transitions));
    batches.push({
      accountId,
      id,
      webhookId,
      day: dayOf(createdAt),
      messages: done.map(({ history }, index) => ({
        id: rows[index]?.id ?? "",
        history: JSON.stringify(history),
      })),
      payloads: bodies.map((events) => ({ id: ids.next(), events })),
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

function bodiesOf(transitions: Parameters<typeof updateEvents>[0]): string[] {
  const events = updateEvents(transitions, ids, systemClock.now());
  const bodies: string[] = [];
  for (let start = 0; start < events.length; start += MAX_EVENTS) {
    bodies.push(JSON.stringify(events.slice(start, start + MAX_EVENTS)));
  }
  return bodies;
}

async function write(connection: Bare, batch: Batch): Promise<void> {
  const { accountId, day, messages, payloads } = batch;
  const { length } = messages;
  const account = { account_id: quoted(accountId) };
  await connection.transaction(async () => {
    await connection.update(
      {
        ...{ table: "messages", accountId, columns: { history: "text", id: "uuid" } as const },
        constants: { status: "'delivered'", price: String(PRICE), error: "null", updated_at: now },
      },
      messages,
    );
    await connection.insert(
      {
        ...{ table: "message_counts", constants: { ...account, day: String(day), channel: "'sms'" } },
        columns: { status: "text", messages: "bigint", price: "bigint" },
      },
      [
        { status: "pending", messages: -length, price: 0 },
        { status: "delivered", messages: length, price: length * PRICE },
      ],
    );
    const delivery = { webhook_id: quoted(batch.webhookId), status: "'pending'" };
    await connection.insert(
      {
        ...{ table: "webhook_deliveries", columns: { id: "uuid" } as const },
        constants: { ...account, ...delivery, event_count: String(MAX_EVENTS), created_at: now },
      },
      payloads.map(({ id }) => ({ id })),
    );
    const columns = { id: "uuid", events: "text" } as const;
    await connection.insert({ table: "webhook_payloads", constants: account, columns }, payloads);
    const job = `account_id = ${quoted(accountId)} and kind = 'submission'`;
    const place = connection.kind === "postgres" ? "$1" : "?";
    await connection.run(`delete from jobs where ${job} and id = ${place}`, [batch.id]);
  });
}

perform(dispatchTasks);
