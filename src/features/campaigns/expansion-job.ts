import type { Job, JobKey, LeasedJob } from "../../queue/job";
import type { Instant } from "../../platform/time";
import type { TraceParent } from "../../platform/tracing/tracing";
import type { Campaign } from "./campaign";

/** Range of contact ids: `after` is exclusive, `upTo` inclusive. Null means unbounded. */
export interface ContactRange {
  after: string | null;
  upTo: string | null;
}

/**
 * Part of the work of one launch. The step `plan` splits the range into smaller ranges; the step `write`
 * creates the range's messages.
 */
export interface ExpansionTask extends ContactRange {
  launch: number;
  step: "plan" | "write";
  /** Span that launched the campaign; absent unless the span was sampled. */
  traceParent?: TraceParent | undefined;
}

export type ExpansionJob = LeasedJob<ExpansionTask>;

/** Returns the queue key of a campaign. Campaigns take turns; jobs of one campaign may run concurrently. */
export const expansionKey = ({ accountId, id }: Pick<Campaign, "accountId" | "id">): JobKey => ({
  accountId,
  key: id,
});

/** Returns a job that is due now. The jobs of a launch have the creation time of its planning job. */
export const expansionJob = (
  campaign: Pick<Campaign, "accountId" | "id">,
  id: string,
  payload: ExpansionTask,
  { weight, now, createdAt }: { weight: number; now: Instant; createdAt: Instant },
): Job<ExpansionTask> => ({
  kind: "expansion",
  ...expansionKey(campaign),
  id,
  payload,
  weight,
  priority: 0,
  dueAt: now,
  attempt: 0,
  tag: null,
  createdAt,
});
