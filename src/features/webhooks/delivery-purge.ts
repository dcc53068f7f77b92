import { BatchSize, deleteInBatches } from "../../platform/db/batch-size";
import type { Db } from "../../platform/db/dialect";
import { firstIdAt, MAX_ID } from "../../platform/ids";
import { DAY, HOUR, type Instant } from "../../platform/time";
import { dropJobs } from "../../queue/jobs-by-id.store";
import { deleteDeliveries, endpointsWithOldDeliveries, purgeDeliveriesOf } from "./deliveries.store";
import { deliveryKey } from "./delivery-job";
import type { EndpointKey } from "./endpoint";
import { endpointsAfter, removeDeleted } from "./webhooks.store";

/** Retention of deleted endpoints, in milliseconds. Concurrent transactions may still add deliveries. */
const DELETED_FOR_MS = HOUR;
const ENDPOINTS_AT_ONCE = 200;

/**
 * Deletes deliveries older than `retainDays`, endpoint by endpoint; 0 keeps them for ever. Enabled endpoints
 * keep pending deliveries. Deleted endpoints lose all deliveries, and their row in a later run. Yields the
 * number of deleted old deliveries after each transaction, without deliveries of deleted endpoints.
 */
export async function* deliveryPurgeSteps(db: Db, now: Instant, retainDays: number): AsyncGenerator<number> {
  const before = firstIdAt(retainDays === 0 ? 0 : now - retainDays * DAY);
  const size = new BatchSize(db);
  let after: EndpointKey = { accountId: firstIdAt(0), webhookId: firstIdAt(0) };
  for (;;) {
    const endpoints = await endpointsAfter(db, after, ENDPOINTS_AT_ONCE);
    const some = (expected: string) => endpoints.filter(({ status }) => status === expected);
    for (const endpoint of some("deleted")) yield* purgeDeleted(db, size, endpoint, now);
    for (const endpoint of await endpointsWithOldDeliveries(db, some("disabled"), before)) {
      yield* purgeWaiting(db, size, endpoint, before);
    }
    const existing = [...some("enabled"), ...some("disabled")];
    for (const endpoint of await endpointsWithOldDeliveries(db, existing, before)) {
      yield* purge(db, size, endpoint, { before, keepPending: true });
    }
    const last = endpoints.at(-1);
    if (!last || endpoints.length < ENDPOINTS_AT_ONCE) return;
    after = last;
  }
}

/** Deletes pending deliveries with their jobs. All transactions lock jobs before deliveries. */
const purgeWaiting = (db: Db, size: BatchSize, endpoint: EndpointKey, before?: string) =>
  deleteInBatches(db, size, async (trx, limit) => {
    const jobs = { kind: "delivery", ...deliveryKey(endpoint), before, limit } as const;
    const ids = await dropJobs(trx, jobs);
    await deleteDeliveries(trx, endpoint, ids);
    return ids.length;
  });

const purge = (
  db: Db,
  size: BatchSize,
  endpoint: EndpointKey,
  which: { before: string; keepPending: boolean },
) => deleteInBatches(db, size, (trx, limit) => purgeDeliveriesOf(trx, endpoint, { ...which, limit }));

async function* purgeDeleted(
  db: Db,
  size: BatchSize,
  endpoint: EndpointKey,
  now: Instant,
): AsyncGenerator<number> {
  let isEmpty = true;
  for (const steps of [
    purgeWaiting(db, size, endpoint),
    purge(db, size, endpoint, { before: MAX_ID, keepPending: false }),
  ]) {
    for await (const _ of steps) {
      isEmpty = false;
      yield 0;
    }
  }
  // The next run checks again for deliveries that a concurrent transaction has added.
  if (isEmpty) await removeDeleted(db, endpoint, now - DELETED_FOR_MS);
}
