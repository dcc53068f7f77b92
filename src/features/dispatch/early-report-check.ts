import { runQueries } from "../../platform/db/statement-batch";
import { WriteBatcher } from "../../platform/concurrency/write-batcher";
import { type CarrierReference, unmatchedReportsQuery } from "../messages/references.store";
import type { DeliveryReports } from "./delivery-reports";
import { earlyReportsQuery, type MessageKey } from "./early-reports.store";
import type { ReferenceReports } from "./reference-reports";
import type { DispatchParts } from "./submission";

/** Messages that have just been written as submitted, and what their carriers call them. */
export interface Written {
  messages: readonly MessageKey[];
  references: readonly CarrierReference[];
}

/** How long submissions wait for others, to be looked at with them, in milliseconds. */
const GATHER = 20;
const MOST_AT_ONCE = 1_000;
/** Messages that wait to be looked at, at most, while the database is slow. */
const MOST_WAITING = 50_000;

/**
 * Looks for reports that came too early, or to another process: they wait for what was just written. Mostly there are
 * none, so that submissions share a look. What is not looked at, since the process dies, the look fails or too many wait
 * for theirs, is found when all that waits is gone through.
 */
export function earlyLooks(
  { db, log }: Pick<DispatchParts, "db" | "log">,
  { reports, references }: { reports: DeliveryReports; references: ReferenceReports },
): (written: Written) => Promise<void> {
  let waiting = 0;
  const batcher = new WriteBatcher<Written>({
    most: MOST_AT_ONCE,
    weightOf: ({ messages }) => messages.length,
    gatherMs: GATHER,
    concurrency: 1,
    mayBeOneItems: () => false,
    async write(some) {
      const messages = some.flatMap((written) => written.messages);
      const called = some.flatMap((written) => written.references);
      const [early, unmatched] = await runQueries(db, [
        earlyReportsQuery(db, messages),
        unmatchedReportsQuery(db, called),
      ]);
      await reports.storeFound(early);
      await references.storeFound(unmatched);
      return some.map(() => undefined);
    },
  });
  return async (written) => {
    const { length } = written.messages;
    if (length === 0 || waiting + length > MOST_WAITING) return;
    waiting += length;
    try {
      await batcher.add(written);
    } catch (error) {
      log.warn({ err: error }, "it could not be seen whether reports wait for messages that went out");
    } finally {
      waiting -= length;
    }
  };
}
