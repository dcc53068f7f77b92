// Baseline of `dispatch` and part of the baseline of `flow`. Bare statements set every pending message to its
// final status and store its webhook events.
import { idMaker } from "../../../src/platform/ids";
import { dayOf, systemClock } from "../../../src/platform/time";
import type { DatabaseAddress } from "../databases";
import { EVENTS_PER_REQUEST, someEvents } from "../events";
import { perform } from "../processes";
import { type Bare, openAll, openBare, quoted, type Row } from "../sql";
import { inLanes, secondsOf } from "../stats";

interface SettleBaseline {
  address: DatabaseAddress;
  accountId: string;
  requests: number;
  /** Place of webhook requests: the service's tables, or for `own` the table `floor_outbox`. */
  outbox: { kind: "service"; webhookId: string } | { kind: "own" };
}

interface Batch {
  jobId: string;
  messages: Row[];
  requests: Row[];
}

/** Messages per commit: the messages of one job. */
const CHUNK = 1_000;
const PRICE = 160_000;
const OWN_OUTBOX = `create table if not exists floor_outbox
  (account_id uuid not null, id uuid not null, status text not null, events text not null, primary key (account_id, id))`;

const ids = idMaker(systemClock);
/** Time of all rows. A constant time means that each statement is prepared only once. */
const at = systemClock.now();
const now = String(at);

export const settleTasks = {
  /** Settles the pending messages. Returns the duration in seconds, without the reading of the messages. */
  async settle({ address, accountId, requests, outbox }: SettleBaseline): Promise<number> {
    const connections = outbox.kind === "own" ? [await openBare(address)] : await openAll(address);
    const [first] = connections as [Bare];
    await first.run(OWN_OUTBOX);
    await first.run("delete from floor_outbox");
    const where = `account_id = ${quoted(accountId)} and status = 'pending'`;
    const messages = await first.run(`select id, batch_id from messages where ${where} order by id`);
    const batches = batchesOf(messages, requests);
    const steps = outbox.kind === "own" ? ownOutbox(accountId) : [serviceOutbox(accountId, outbox.webhookId)];
    const seconds = await secondsOf(async () => {
      for (const step of steps) {
        await inLanes(connections, batches.length, (index, connection) =>
          connection.transaction(() => step(connection, batches[index] as Batch)),
        );
      }
    });
    for (const connection of connections) await connection.close();
    return seconds;
  },
};

function batchesOf(messages: readonly Row[], requests: number): Batch[] {
  const history = JSON.stringify(["pending", "sent", "delivered"].map((status) => [status, at]));
  const carried = someEvents(EVENTS_PER_REQUEST);
  const events = JSON.stringify(carried);
  const event_ids = JSON.stringify(carried.map(({ id }) => id));
  const count = Math.ceil(messages.length / CHUNK);
  return Array.from({ length: count }, (_, index) => {
    const some = messages.slice(index * CHUNK, (index + 1) * CHUNK);
    const [from = 0, to = 0] = [index, index + 1].map((place) => Math.round((place * requests) / count));
    return {
      jobId: String(some[0]?.batch_id),
      messages: some.map(({ id }) => ({ id: String(id), history })),
      requests: Array.from({ length: to - from }, () => ({ id: ids.next(), events, event_ids })),
    };
  });
}

type Step = (connection: Bare, batch: Batch) => Promise<void>;

const settled = { status: "'delivered'", price: String(PRICE), error: "null", updated_at: now };
const updateOf = (accountId: string) =>
  ({ table: "messages", accountId, constants: settled, columns: { history: "text", id: "uuid" } }) as const;

function ownOutbox(accountId: string): Step[] {
  const table = "floor_outbox";
  const account = { account_id: quoted(accountId), status: "'pending'" };
  const outboxInsert = { table, constants: account, columns: { id: "uuid", events: "text" } } as const;
  const mark = { table, accountId, constants: { status: "'delivered'" }, columns: { id: "uuid" } } as const;
  return [
    async (connection, batch) => {
      await connection.update(updateOf(accountId), batch.messages);
      await connection.insert(outboxInsert, batch.requests);
    },
    (connection, batch) => connection.update(mark, batch.requests),
  ];
}

function serviceOutbox(accountId: string, webhookId: string): Step {
  const account = { account_id: quoted(accountId) };
  const counts = {
    table: "message_counts",
    constants: { ...account, day: String(dayOf(at)), channel: "'sms'" },
    columns: { status: "text", messages: "bigint", price: "bigint" },
  } as const;
  const delivery = {
    webhook_id: quoted(webhookId),
    status: "'pending'",
    created_at: now,
    event_type: "'message_update'",
  };
  const deliveries = {
    table: "webhook_deliveries",
    columns: { id: "uuid" } as const,
    constants: { ...account, ...delivery, event_count: String(EVENTS_PER_REQUEST) },
  } as const;
  const columns = { id: "uuid", events: "text", event_ids: "text" } as const;
  const payloads = { table: "webhook_payloads", constants: account, columns };
  const job = `delete from jobs where account_id = ${quoted(accountId)} and kind = 'submission'`;
  return async (connection, { jobId, messages, requests }) => {
    await connection.update(updateOf(accountId), messages);
    await connection.insert(counts, [
      { status: "pending", messages: -messages.length, price: 0 },
      { status: "delivered", messages: messages.length, price: messages.length * PRICE },
    ]);
    await connection.insert(deliveries, requests);
    await connection.insert(payloads, requests);
    await connection.run(`${job} and id = ${connection.place(1)}`, [jobId]);
  };
}

perform(settleTasks);
