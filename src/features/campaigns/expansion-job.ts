import type { Job, JobKey, LeasedJob } from "../../queue/job";
import type { Campaign } from "./campaign";

/** Contacts in the order of their ids: those behind `after`, up to and with `upTo`. Null: no bound on that side. */
export interface ContactRange {
  after: string | null;
  upTo: string | null;
}

/** What is yet to be done for one launch of a campaign. `plan`: cut the range into smaller ones. */
export interface ExpansionTask extends ContactRange {
  launch: number;
  step: "plan" | "write";
}

export type ExpansionJob = LeasedJob<ExpansionTask>;

/** Campaigns take turns, and several jobs of one may run at once. */
export const expansionKey = ({ accountId, id }: Pick<Campaign, "accountId" | "id">): JobKey => ({
  accountId,
  key: id,
});

export const expansionJob = (
  campaign: Pick<Campaign, "accountId" | "id">,
  id: string,
  payload: ExpansionTask,
  { weight, now }: { weight: number; now: number },
): Job<ExpansionTask> => ({
  ...{ kind: "expansion", ...expansionKey(campaign), id, payload, weight },
  ...{ priority: 0, dueAt: now, attempt: 0, tag: null, createdAt: now },
});
