import { anyOf, type Statement } from "../../platform/db/bulk";
import { bytesOf, type Db, textAsBytes } from "../../platform/db/dialect";

/** Well below what either database takes in one statement. */
const PAYLOADS_PER_STATEMENT = 100;

export const NO_EVENTS = Buffer.from("[]");

/** What a delivery carries: a JSON array of events, sent as it stands. */
export interface Payload {
  accountId: string;
  /** The delivery's. */
  id: string;
  events: string;
}

/** Stores payloads, one bind each: in an array or a JSON document every quote of their JSON would be escaped. */
export async function insertPayloads(trx: Db, payloads: readonly Payload[]): Promise<void> {
  for (let start = 0; start < payloads.length; start += PAYLOADS_PER_STATEMENT) {
    const some = payloads.slice(start, start + PAYLOADS_PER_STATEMENT);
    await trx("webhook_payloads").insert(
      some.map(({ accountId, id, events }) => ({ account_id: accountId, id, events })),
    );
  }
}

/** Some payloads, likewise, in one statement. */
export function payloadsStatement(payloads: readonly Payload[]): Statement | null {
  if (payloads.length === 0) return null;
  return {
    sql: `insert into webhook_payloads (account_id, id, events) values ${payloads.map(() => "(?, ?, ?)").join(", ")}`,
    bindings: payloads.flatMap(({ accountId, id, events }) => [accountId, id, events]),
  };
}

/** The bodies of deliveries of one account, by the deliveries' ids. */
export async function payloadsOf(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, Buffer>> {
  const rows = (await db("webhook_payloads")
    .select("id", textAsBytes(db, "events"))
    .where({ account_id: accountId })
    .where(anyOf(db, "id", "uuid", ids))) as { id: string; events: string | Buffer }[];
  return new Map(rows.map(({ id, events }) => [id, bytesOf(events)]));
}

export async function deletePayloads(trx: Db, accountId: string, ids: readonly string[]): Promise<void> {
  await trx("webhook_payloads")
    .where({ account_id: accountId })
    .where(anyOf(trx, "id", "uuid", ids))
    .delete();
}
