import type { Platform } from "../../platform/platform";
import { settleJobs } from "../../queue/leases.store";
import { setStatus } from "./deliveries.store";
import { endpointOf, type LeasedDelivery } from "./delivery-job";

/** Abandons leased deliveries of one endpoint without a request. A replay can still send them. */
export async function abandonDeliveries(
  { db, metrics }: Pick<Platform, "db" | "metrics">,
  jobs: readonly LeasedDelivery[],
): Promise<void> {
  const [first] = jobs;
  if (!first) return;
  const held = await db.transaction(async (trx) => {
    const held = await settleJobs(trx, jobs);
    await setStatus(trx, endpointOf(first), [...held], "abandoned");
    return held;
  });
  const events = jobs.reduce((sum, { id, weight }) => sum + (held.has(id) ? weight : 0), 0);
  metrics.webhookEvents.inc({ outcome: "abandoned" }, events);
}
