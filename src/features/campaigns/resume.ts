import type { Db } from "../../platform/db/dialect";
import { resumeJobs } from "../../queue/jobs.store";
import type { Instant } from "../../platform/time";
import type { Campaign } from "./campaign";

/** Takes up again what dispatch has put aside while the campaign did not run. Puts aside nothing: dispatch does that. */
export async function resumeSubmissions(
  db: Db,
  { accountId, id }: Pick<Campaign, "accountId" | "id">,
  now: Instant,
): Promise<void> {
  await resumeJobs(db, accountId, id, now);
}
