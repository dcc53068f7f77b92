import { isDatabaseAway } from "../../platform/db/errors";
import { WriteBatcher } from "../../platform/concurrency/write-batcher";
import { atOnce, messagesAtOnce } from "../../platform/db/limits";
import type { Platform } from "../../platform/platform";
import type { Outgoing } from "./leased-batch";
import { recordSubmissions } from "./unconfirmed-submissions.store";

/**
 * Returns a function that writes the intent to submit each message. If the function rejects, no message may
 * be submitted. Submissions that start concurrently share one commit.
 */
export function intentRecorder({ db, clock }: Pick<Platform, "db" | "clock">) {
  const batcher = new WriteBatcher<readonly Outgoing[]>({
    max: messagesAtOnce(db),
    weightOf: (outgoing) => outgoing.length,
    concurrency: atOnce(db, 2),
    mayBeOneItems: (error) => !isDatabaseAway(error),
    async write(some) {
      const messages = some.flat().map(({ message: { accountId, id } }) => ({ accountId, messageId: id }));
      await recordSubmissions(db, messages, clock.now());
      return some.map(() => undefined);
    },
  });
  return async (outgoing: readonly Outgoing[]): Promise<readonly Outgoing[]> => {
    await batcher.add(outgoing);
    return outgoing.map((one) => Object.assign({}, one, { isIntentRecorded: true }));
  };
}
