import { isDatabaseAway } from "../../platform/db/errors";
import { WriteBatcher } from "../../platform/concurrency/write-batcher";
import { atOnce, messagesAtOnce } from "../../platform/db/limits";
import { recordSubmissions } from "./unconfirmed-submissions.store";
import type { DispatchParts } from "./submission";
import type { Outgoing } from "./leased-batch";

/**
 * Notes messages before they are handed over to a carrier that does not go by our ids, so that after a crash it is known
 * which may be there already. Submissions that begin at the same time share a commit.
 */
export class UnconfirmedSubmissions {
  private readonly batcher: WriteBatcher<readonly Outgoing[]>;

  constructor({ db, clock }: Pick<DispatchParts, "db" | "clock">) {
    this.batcher = new WriteBatcher({
      most: messagesAtOnce(db),
      weightOf: (outgoing) => outgoing.length,
      concurrency: atOnce(db, 2),
      mayBeOneItems: (error) => !isDatabaseAway(error),
      async write(some) {
        const messages = some.flat().map(({ message: { accountId, id } }) => ({ accountId, messageId: id }));
        await recordSubmissions(db, messages, clock.now());
        for (const one of some.flat()) one.isNoted = true;
        return some.map(() => undefined);
      },
    });
  }

  /** Resolves once they are noted; where it rejects, none may be handed over. */
  note(outgoing: readonly Outgoing[]): Promise<void> {
    return this.batcher.add(outgoing);
  }
}
