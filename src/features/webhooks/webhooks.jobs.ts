import type { Platform } from "../../platform/platform";
import { MINUTE } from "../../platform/time";
import type { PeriodicJob } from "../../queue/periodic";
import { purgeDeliveryCounts } from "./delivery-counts.store";
import { purgeDeliveries } from "./delivery-purge";

const COUNTS_AT_ONCE = 5_000;
const PURGE_EVERY_MS = 10 * MINUTE;

export const webhookPeriodicJobs = ({
  db,
  clock,
  metrics,
  config,
}: Pick<Platform, "db" | "clock" | "metrics"> & {
  config: { retainEventsDays: number };
}): PeriodicJob[] => [
  {
    name: "purge webhook deliveries",
    everyMs: PURGE_EVERY_MS,
    async run() {
      const { old, more } = await purgeDeliveries(db, clock.now(), config.retainEventsDays);
      metrics.retentionRows.inc({ kind: "webhook_deliveries" }, old);
      return more;
    },
  },
  {
    name: "purge counts of webhook deliveries",
    everyMs: PURGE_EVERY_MS,
    run: async () => (await purgeDeliveryCounts(db, clock.now(), COUNTS_AT_ONCE)) === COUNTS_AT_ONCE,
  },
];
