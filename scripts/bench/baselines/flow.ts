// A part of the baseline of `flow`: the bare statements that bring every message to its final status, and that keep its
// events in an outbox until they are posted.
import { idMaker } from "../../../src/platform/ids";
import { systemClock } from "../../../src/platform/time";
import type { DatabaseAddress } from "../databases";
import { EVENTS_PER_REQUEST, someEvents } from "../events";
import { perform } from "../processes";
import { openBare, quoted, type Row } from "../sql";

export interface FlowBaseline {
  address: DatabaseAddress;
  accountId: string;
  /** Requests to keep until they are posted. */
  requests: number;
}

/** Messages of one commit. */
const CHUNK = 1_000;
const PRICE = 160_000;
const ids = idMaker(systemClock);

/** The outbox of the baseline: one row a request. */
const OUTBOX = `create table if not exists floor_outbox
  (account_id uuid not null, id uuid not null, status text not null, events text not null, primary key (account_id, id))`;

export const flowTasks = {
  /** Settles the account's pending messages, stores their events and marks them; returns the seconds. */
  async settle({ address, accountId, requests }: FlowBaseline): Promise<number> {
    const connection = await openBare(address);
    await connection.run(OUTBOX);
    await connection.run("delete from floor_outbox");
    const where = `account_id = ${quoted(accountId)} and status = 'pending'`;
    const messages = await connection.run(`select id from messages where ${where} order by id`);
    const batches = batchesOf(messages, requests);
    const now = String(systemClock.now());
    const update = {
      ...{ table: "messages", accountId, columns: { history: "text", id: "uuid" } as const },
      constants: { status: "'delivered'", price: String(PRICE), updated_at: now },
    };
    const keep = {
      ...{ table: "floor_outbox", columns: { id: "uuid", events: "text" } as const },
      constants: { account_id: quoted(accountId), status: "'pending'" },
    };
    const mark = {
      ...{ table: "floor_outbox", accountId, columns: { id: "uuid" } as const },
      constants: { status: "'delivered'" },
    };
    const started = performance.now();
    for (const batch of batches) {
      await connection.transaction(async () => {
        await connection.update(update, batch.messages);
        await connection.insert(keep, batch.requests);
      });
    }
    for (const batch of batches) await connection.update(mark, batch.requests);
    const seconds = (performance.now() - started) / 1_000;
    await connection.close();
    return seconds;
  },
};

function batchesOf(messages: readonly Row[], requests: number): { messages: Row[]; requests: Row[] }[] {
  const now = systemClock.now();
  const history = JSON.stringify(["pending", "sent", "delivered"].map((status) => [status, now]));
  const events = JSON.stringify(someEvents(EVENTS_PER_REQUEST));
  const count = Math.ceil(messages.length / CHUNK);
  return Array.from({ length: count }, (_, index) => {
    const [from = 0, to = 0] = [index, index + 1].map((place) => Math.round((place * requests) / count));
    return {
      messages: messages
        .slice(index * CHUNK, (index + 1) * CHUNK)
        .map(({ id }) => ({ id: id ?? null, history })),
      requests: Array.from({ length: to - from }, () => ({ id: ids.next(), events })),
    };
  });
}

perform(flowTasks);
