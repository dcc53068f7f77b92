import type { Platform } from "../../platform/platform";
import { HOUR } from "../../platform/time";
import { pacedJob, type PacedDeps, type PacedTiming } from "../../queue/paced-job";
import type { PeriodicJob } from "../../queue/periodic";
import { type RetentionDeps, retentionSteps } from "./retention";

type Deps = PacedDeps & Pick<Platform, "metrics" | "log"> & Omit<RetentionDeps, "failed">;

export function retentionJob(deps: Deps, timing?: PacedTiming): PeriodicJob {
  const failed: RetentionDeps["failed"] = (err, what) =>
    deps.log.error({ err, ...what }, "failed to apply retention");
  return pacedJob(
    deps,
    {
      name: "retention",
      everyMs: HOUR,
      steps: () => retentionSteps({ ...deps, failed }),
      onStep: ({ kind, rows }) => deps.metrics.retentionRows.inc({ kind }, rows),
    },
    timing,
  );
}
