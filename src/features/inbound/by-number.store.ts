import type { Db } from "../../platform/db/dialect";
import type { InboundMessage, InboundRcsEvent } from "./inbound";
import { type EventRow, type MessageRow, toEvent, toMessage } from "./inbound.store";

interface FromNumber {
  accountId: string;
  /** Number in E.164. */
  phone: string;
  after: string;
  upTo: string;
}

const nextFrom = (db: Db, table: string, { accountId, phone, after, upTo }: FromNumber, limit: number) =>
  db(table)
    .where({ account_id: accountId, sender: phone })
    .where("id", ">", after)
    .where("id", "<=", upTo)
    .orderBy("id")
    .limit(limit)
    .select("*");

/** Returns the next inbound messages from a number, with ids after `after` and up to `upTo`, oldest first. */
export async function messagesFromNumber(db: Db, from: FromNumber, limit: number): Promise<InboundMessage[]> {
  return ((await nextFrom(db, "inbound_messages", from, limit)) as MessageRow[]).map(toMessage);
}

export async function eventsFromNumber(db: Db, from: FromNumber, limit: number): Promise<InboundRcsEvent[]> {
  return ((await nextFrom(db, "inbound_rcs_events", from, limit)) as EventRow[]).map(toEvent);
}
