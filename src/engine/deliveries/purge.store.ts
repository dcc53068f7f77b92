import type { Db } from "../../platform/db/dialect";
import { firstIdAt } from "../../platform/ids";
import { DAY, HOUR, type Instant } from "../../platform/time";
import { deleteDeliveries } from "../../resources/webhooks/deliveries.store";
import type { EndpointKey, EndpointRow } from "../../resources/webhooks/webhooks.store";

/** Deliveries that are over are kept this long, in milliseconds. */
export const RETENTION_MS = 30 * DAY;
/** A deleted endpoint stays for this long, in milliseconds: a transaction that still saw it may yet add deliveries. */
const DELETED_FOR_MS = HOUR;
/** Deliveries of one endpoint removed by one statement. */
const CHUNK = 500;
const ENDPOINTS_AT_ONCE = 200;

/**
 * Removes what nobody looks at any more: deliveries older than 30 days that are over, or wait for an endpoint that is
 * disabled; those of deleted endpoints, then the endpoints themselves. A chunk for each endpoint; true when there is more to remove.
 */
export async function purgeDeliveries(db: Db, now: Instant): Promise<boolean> {
  let more = false;
  let after: readonly [string, string] = [firstIdAt(0), firstIdAt(0)];
  for (;;) {
    const endpoints = await db<EndpointRow>("webhook_endpoints")
      .select("account_id", "id", "status")
      .whereRaw("(account_id, id) > (?, ?)", after)
      .orderBy(["account_id", "id"])
      .limit(ENDPOINTS_AT_ONCE);
    for (const { account_id, id, status } of endpoints) {
      const endpoint = { accountId: account_id, webhookId: id };
      const purged =
        status === "deleted"
          ? await purgeDeleted(db, endpoint, now)
          : await purgeOld(db, endpoint, status === "disabled", now);
      more = purged === CHUNK || more;
    }
    const last = endpoints.at(-1);
    if (!last || endpoints.length < ENDPOINTS_AT_ONCE) return more;
    after = [last.account_id, last.id];
  }
}

const ofEndpoint = (db: Db, { accountId, webhookId }: EndpointKey) =>
  db("webhook_deliveries").where({ account_id: accountId, webhook_id: webhookId });

async function purgeOld(db: Db, endpoint: EndpointKey, disabled: boolean, now: Instant): Promise<number> {
  const old = ofEndpoint(db, endpoint).where("id", "<", firstIdAt(now - RETENTION_MS));
  if (!disabled) void old.whereNot({ status: "pending" });
  const rows = (await old.select("id").orderBy("id").limit(CHUNK)) as { id: string }[];
  await removeAll(db, endpoint, rows);
  return rows.length;
}

async function purgeDeleted(db: Db, endpoint: EndpointKey, now: Instant): Promise<number> {
  const rows = (await ofEndpoint(db, endpoint).select("id").orderBy("id").limit(CHUNK)) as { id: string }[];
  await removeAll(db, endpoint, rows);
  if (rows.length === 0) {
    const { accountId, webhookId } = endpoint;
    await db("webhook_endpoints")
      .where({ account_id: accountId, id: webhookId, status: "deleted" })
      .where("updated_at", "<=", now - DELETED_FOR_MS)
      .delete();
  }
  return rows.length;
}

async function removeAll(db: Db, endpoint: EndpointKey, rows: readonly { id: string }[]): Promise<void> {
  if (rows.length === 0) return;
  await db.transaction((trx) =>
    deleteDeliveries(
      trx,
      endpoint,
      rows.map(({ id }) => id),
    ),
  );
}
