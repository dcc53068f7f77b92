import type { Db } from "../../platform/db/dialect";
import { firstIdAt } from "../../platform/ids";
import { DAY, HOUR, type Instant } from "../../platform/time";
import { dropJobs } from "../../queue/jobs-by-id.store";
import { deleteDeliveries, endpointsWithOldDeliveries, purgeDeliveriesOf } from "./deliveries.store";
import { deliveryKey } from "./delivery-job";
import type { EndpointKey } from "./endpoint";
import { endpointsAfter, removeDeleted } from "./webhooks.store";

/** Retention of deleted endpoints, in milliseconds. Concurrent transactions may still add deliveries. */
const DELETED_FOR_MS = HOUR;
/** Maximum deliveries of one endpoint per transaction. */
const CHUNK = 500;
const ENDPOINTS_AT_ONCE = 200;

/**
 * Deletes a chunk of deliveries older than `retainDays` of each endpoint; 0 keeps them for ever. Enabled
 * endpoints keep pending deliveries. Deleted endpoints lose all deliveries, then their row. Returns the
 * number of deleted old deliveries, and whether more may be left.
 */
export async function purgeDeliveries(
  db: Db,
  now: Instant,
  retainDays: number,
): Promise<{ old: number; more: boolean }> {
  const before = firstIdAt(retainDays === 0 ? 0 : now - retainDays * DAY);
  let old = 0;
  let more = false;
  const count = (purged: number) => {
    old += purged;
    more ||= purged === CHUNK;
  };
  let after: EndpointKey = { accountId: firstIdAt(0), webhookId: firstIdAt(0) };
  for (;;) {
    const endpoints = await endpointsAfter(db, after, ENDPOINTS_AT_ONCE);
    const some = (expected: string) => endpoints.filter(({ status }) => status === expected);
    for (const endpoint of some("deleted")) more = (await purgeDeleted(db, endpoint, now)) || more;
    for (const endpoint of await endpointsWithOldDeliveries(db, some("disabled"), before)) {
      count(await purgeWaiting(db, endpoint, before));
    }
    const existing = [...some("enabled"), ...some("disabled")];
    for (const endpoint of await endpointsWithOldDeliveries(db, existing, before)) {
      count(await purge(db, endpoint, { before, keepPending: true }));
    }
    const last = endpoints.at(-1);
    if (!last || endpoints.length < ENDPOINTS_AT_ONCE) return { old, more };
    after = last;
  }
}

/** Deletes pending deliveries with their jobs. All transactions lock jobs before deliveries. */
const purgeWaiting = (db: Db, endpoint: EndpointKey, before?: string): Promise<number> =>
  db.transaction(async (trx) => {
    const jobs = { kind: "delivery", ...deliveryKey(endpoint), before, limit: CHUNK } as const;
    const ids = await dropJobs(trx, jobs);
    await deleteDeliveries(trx, endpoint, ids);
    return ids.length;
  });

const purge = (
  db: Db,
  endpoint: EndpointKey,
  which: { before: string; keepPending: boolean },
): Promise<number> => db.transaction((trx) => purgeDeliveriesOf(trx, endpoint, { ...which, limit: CHUNK }));

async function purgeDeleted(db: Db, endpoint: EndpointKey, now: Instant): Promise<boolean> {
  const waiting = await purgeWaiting(db, endpoint);
  if (waiting > 0) return true;
  const over = await purge(db, endpoint, { before: LAST_ID, keepPending: false });
  if (over === 0) await removeDeleted(db, endpoint, now - DELETED_FOR_MS);
  return over === CHUNK;
}

const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";
