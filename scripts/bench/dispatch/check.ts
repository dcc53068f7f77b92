import type { Knex } from "knex";
import { rawRows } from "../../../src/platform/db/dialect";
import { assertEqual } from "../bench";
import { type DatabaseAddress, openAddress } from "../databases";

/** Rows looked at in one go. */
const CHUNK = 5_000;
const PAYLOADS = 200;

interface Event {
  id: string;
  data: { message_id: string; status: string; previous_status: string; sequence: number };
}

/**
 * Every message was delivered, entered each status once and told of it by one event each; no event has the id of
 * another; counts and queues agree.
 */
export async function assertDispatched(address: DatabaseAddress, messages: number): Promise<void> {
  const db = openAddress(address, 1);
  await assertMessages(db, messages);
  await assertEvents(db, messages);
  const counts = await rawRows<{ status: string; total: number }>(
    db,
    `select status, sum(messages) as total
     from (select status, messages from message_counts union all select status, messages from message_totals) as counts
     group by status having sum(messages) <> 0`,
  );
  assertEqual("the sum of counts", counts, [{ status: "delivered", total: messages }]);
  // Nobody delivers here.
  const jobs = await rawRows<{ total: number }>(
    db,
    "select count(*) as total from jobs where kind <> 'delivery'",
  );
  assertEqual("the number of jobs left", jobs[0]?.total, 0);
  await db.destroy();
}

async function assertMessages(db: Knex, messages: number): Promise<void> {
  const paths = new Map<string, number>();
  for (let after = ""; ;) {
    const query = db("messages").select("id", "status", "history").orderBy("id").limit(CHUNK);
    const rows = (await (after === "" ? query : query.where("id", ">", after))) as {
      id: string;
      status: string;
      history: string;
    }[];
    for (const { status, history } of rows) {
      const path = [...(JSON.parse(history) as [string][]).map(([entered]) => entered), status].join(" ");
      paths.set(path, (paths.get(path) ?? 0) + 1);
    }
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
  }
  assertEqual("messages by the way they went", [...paths], [["pending sent delivered delivered", messages]]);
}

async function assertEvents(db: Knex, messages: number): Promise<void> {
  const ids = new Set<string>();
  const told = new Set<string>();
  let events = 0;
  let counted = 0;
  for (let after = ""; ;) {
    const query = db("webhook_payloads as p")
      .join("webhook_deliveries as d", (on) => on.on("d.account_id", "p.account_id").andOn("d.id", "p.id"))
      .select("p.id", "p.events", "d.event_count")
      .orderBy("p.id")
      .limit(PAYLOADS);
    const rows = (await (after === "" ? query : query.where("p.id", ">", after))) as {
      id: string;
      events: string;
      event_count: number;
    }[];
    for (const row of rows) {
      counted += row.event_count;
      for (const { id, data } of JSON.parse(row.events) as Event[]) {
        events += 1;
        ids.add(id);
        told.add(`${data.message_id} ${data.previous_status} ${data.status} ${data.sequence}`);
      }
    }
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
  }
  const ways = new Map<string, number>();
  for (const text of told) {
    const way = text.slice(text.indexOf(" ") + 1);
    ways.set(way, (ways.get(way) ?? 0) + 1);
  }
  assertEqual("the number of events", [events, counted, ids.size], Array(3).fill(2 * messages));
  assertEqual("what the events tell", Object.fromEntries([...ways].sort()), {
    "pending sent 2": messages,
    "sent delivered 3": messages,
  });
}
