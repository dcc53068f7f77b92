import { BatchSize, deleteInBatches } from "../../platform/db/batch-size";
import type { Platform } from "../../platform/platform";
import { MINUTE } from "../../platform/time";
import { pacedJob, type PacedDeps } from "../../queue/paced-job";
import type { PeriodicJob } from "../../queue/periodic";
import { purgeDeliveryCounts } from "./delivery-counts.store";
import { deliveryPurgeSteps } from "./delivery-purge";

const PURGE_EVERY_MS = 10 * MINUTE;

export const webhookPeriodicJobs = (
  deps: PacedDeps &
    Pick<Platform, "db" | "clock" | "metrics"> & {
      config: { retainEventsDays: number };
    },
): PeriodicJob[] => {
  const { db, clock, metrics, config } = deps;
  return [
    pacedJob(deps, {
      name: "purge webhook deliveries",
      everyMs: PURGE_EVERY_MS,
      steps: () => deliveryPurgeSteps(db, clock.now(), config.retainEventsDays),
      onStep: (old) => metrics.retentionRows.inc({ kind: "webhook_deliveries" }, old),
    }),
    pacedJob(deps, {
      name: "purge counts of webhook deliveries",
      everyMs: PURGE_EVERY_MS,
      steps: () =>
        deleteInBatches(db, new BatchSize(db), (trx, limit) => purgeDeliveryCounts(trx, clock.now(), limit)),
    }),
  ];
};
