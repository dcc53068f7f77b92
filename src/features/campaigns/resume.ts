import type { Db } from "../../platform/db/dialect";
import { makeJobsDue, resumeJobs } from "../../queue/jobs.store";
import type { Instant } from "../../platform/time";
import type { Campaign } from "./campaign";

/** Makes the campaign's parked submission jobs due again. Only dispatch parks jobs. */
export async function resumeSubmissions(
  db: Db,
  { accountId, id }: Pick<Campaign, "accountId" | "id">,
  now: Instant,
): Promise<void> {
  await resumeJobs(db, accountId, id, now);
}

/** Makes all waiting submission jobs of a deleted campaign due, so that dispatch ends their messages. */
export const endSubmissions = (
  db: Db,
  { accountId, id }: Pick<Campaign, "accountId" | "id">,
  now: Instant,
): Promise<void> => makeJobsDue(db, accountId, id, now);
