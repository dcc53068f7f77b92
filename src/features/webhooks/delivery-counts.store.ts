import { anyOf, conditionalInsert, deleteChunk, type Statement } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import { DAY, type Instant, MINUTE } from "../../platform/time";
import type { DeliveryCounts, EndpointKey } from "./endpoint";
import { type AttemptEntry, isSuccess } from "./delivery";

/** Length of a time slot of the counts, in milliseconds. The last 24 hours overlap 97 slots. */
const SLOT_MS = 15 * MINUTE;

export const slotOf = (at: Instant): number => Math.floor(at / SLOT_MS);

export const oldestSlot = (now: Instant): number => slotOf(now - DAY);

interface CountedAttempt extends EndpointKey {
  latest: AttemptEntry;
  previous: AttemptEntry | null;
}

export interface CountChange extends EndpointKey {
  slot: number;
  delivered: number;
  failed: number;
}

/**
 * Returns the count changes of these attempts, in key order. A delivery counts only by its latest attempt, so
 * a retry subtracts the previous attempt from its slot.
 */
export function countChanges(attempts: readonly CountedAttempt[], now: Instant): CountChange[] {
  const changes = new Map<string, CountChange>();
  const add = ({ accountId, webhookId }: EndpointKey, [at, status]: AttemptEntry, by: 1 | -1) => {
    const slot = slotOf(at);
    if (slot < oldestSlot(now)) return;
    const key = `${accountId} ${webhookId} ${slot}`;
    const change = changes.get(key) ?? { accountId, webhookId, slot, delivered: 0, failed: 0 };
    change[isSuccess(status) ? "delivered" : "failed"] += by;
    changes.set(key, change);
  };
  for (const attempt of attempts) {
    add(attempt, attempt.latest, 1);
    if (attempt.previous) add(attempt, attempt.previous, -1);
  }
  return [...changes]
    .filter(([, { delivered, failed }]) => delivered !== 0 || failed !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, change]) => change);
}

const TABLE = "webhook_delivery_counts";

export const NO_DELIVERIES: DeliveryCounts = { delivered: 0, failed: 0 };

/**
 * Returns the statement that adds the changes to the counts if the SQL condition is true. Locks the rows in
 * the order of the changes.
 */
export const deliveryCountsStatement = (
  db: Db,
  changes: readonly CountChange[],
  condition = "true",
): Statement | null =>
  conditionalInsert(
    db,
    TABLE,
    { slot: "bigint", account_id: "uuid", webhook_id: "uuid", delivered: "bigint", failed: "bigint" },
    changes.map(({ accountId, webhookId, ...counts }) => ({
      account_id: accountId,
      webhook_id: webhookId,
      ...counts,
    })),
    condition,
    `on conflict (account_id, webhook_id, slot) do update set
       delivered = ${TABLE}.delivered + excluded.delivered, failed = ${TABLE}.failed + excluded.failed`,
  );

/** Returns the counts of the last 24 hours. Reads at most 97 rows per endpoint. */
export async function deliveryCounts(
  db: Db,
  accountId: string,
  webhookIds: readonly string[],
  now: Instant,
): Promise<(webhookId: string) => DeliveryCounts> {
  const rows = (await db(TABLE)
    .where({ account_id: accountId })
    .where(anyOf(db, "webhook_id", "uuid", webhookIds))
    .whereBetween("slot", [oldestSlot(now), slotOf(now)])
    .groupBy("webhook_id")
    .select("webhook_id")
    .sum({ delivered: "delivered", failed: "failed" })) as {
    webhook_id: string;
    delivered: number;
    failed: number;
  }[];
  // A retry subtracts from the slot of the earlier attempt. If a process whose clock was ahead has already
  // purged that slot, the sum becomes negative.
  const byId = new Map(
    rows.map((row) => [
      row.webhook_id,
      { delivered: Math.max(0, row.delivered), failed: Math.max(0, row.failed) },
    ]),
  );
  return (webhookId) => byId.get(webhookId) ?? NO_DELIVERIES;
}

export const purgeDeliveryCounts = (db: Db, now: Instant, limit: number): Promise<number> =>
  deleteChunk(db, {
    table: TABLE,
    key: ["account_id", "webhook_id", "slot"],
    where: "slot < ?",
    bindings: [oldestSlot(now)],
    order: "slot",
    limit,
  });
