import { isDatabaseAway } from "../../platform/db/errors";
import { WriteBatcher } from "../../platform/concurrency/write-batcher";
import { atOnce, messagesAtOnce } from "../../platform/db/limits";
import type { Platform } from "../../platform/platform";
import { SECOND } from "../../platform/time";
import { batchesOf, type Outgoing } from "./leased-batch";
import type { LeasedJobs } from "./leased-jobs";
import { recordSubmissions } from "./unconfirmed-submissions.store";

/**
 * Returns a function that writes the intent to submit each message. Drops the messages of lost leases. If the
 * function rejects, no message may be submitted. Submissions that start concurrently share one commit.
 */
export function intentRecorder(
  { db, clock }: Pick<Platform, "db" | "clock">,
  leased: Pick<LeasedJobs, "keepFor" | "lose">,
) {
  const batcher = new WriteBatcher<readonly Outgoing[], ReadonlySet<string>>({
    max: messagesAtOnce(db),
    weightOf: (outgoing) => outgoing.length,
    concurrency: atOnce(db, 2),
    mayBeOneItems: (error) => !isDatabaseAway(error),
    async write(some) {
      const intents = some
        .flat()
        .map(({ message: { accountId, id }, batch: { job } }) => ({ accountId, messageId: id, job }));
      const recorded = await recordSubmissions(db, intents, clock.now());
      return some.map(() => recorded);
    },
  });
  return async (outgoing: readonly Outgoing[]): Promise<readonly Outgoing[]> => {
    // Renews an expired lease that no other process has taken, so its submissions in flight can settle.
    await leased.keepFor(batchesOf(outgoing), SECOND);
    const recorded = await batcher.add(outgoing);
    leased.lose(batchesOf(outgoing.filter(({ message }) => !recorded.has(message.id))));
    return outgoing
      .filter(({ message }) => recorded.has(message.id))
      .map((one) => Object.assign({}, one, { isIntentRecorded: true }));
  };
}
