import type { Platform } from "../../platform/platform";
import { HOUR } from "../../platform/time";
import { pacedJob, type PacedParts, type PacedTiming } from "../../queue/paced-job";
import type { PeriodicJob } from "../../queue/periodic";
import { type RetentionParts, retentionSteps } from "./retention";

type Parts = PacedParts & Pick<Platform, "metrics" | "log"> & Omit<RetentionParts, "failed">;

/** Returns the job that applies the retention settings. */
export function retentionJob(app: Parts, timing?: PacedTiming): PeriodicJob {
  const failed: RetentionParts["failed"] = (err, what) =>
    app.log.error({ err, ...what }, "failed to apply retention");
  return pacedJob(
    app,
    {
      name: "retention",
      everyMs: HOUR,
      steps: () => retentionSteps({ ...app, failed }),
      onStep: ({ kind, rows }) => app.metrics.retentionRows.inc({ kind }, rows),
    },
    timing,
  );
}
