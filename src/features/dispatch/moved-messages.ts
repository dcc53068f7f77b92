import { chunksBySize } from "../../platform/db/chunk-by-size";
import { groupBy } from "../../platform/group-by";
import type { IdMaker } from "../../platform/ids";
import type { Instant } from "../../platform/time";
import { MAX_MESSAGES, type SubmissionJob, weightOf } from "../messages/submission-job";
import type { BatchProgress, LeasedBatch } from "./leased-batch";

interface MovedMessages {
  job: SubmissionJob;
  messageIds: readonly string[];
}

interface Moved {
  batch: LeasedBatch;
  messageId: string;
  notBefore: Instant;
}

/**
 * Returns the jobs that submit the moved messages of ended batches when their sending windows open. A job has
 * at most `MAX_MESSAGES` messages, all with the same `jobKeyOf`. Each job has a new origin, by which requests
 * find the job's messages.
 */
export function movedMessages(
  ids: IdMaker,
  ended: readonly (readonly [LeasedBatch, Pick<BatchProgress, "moved">])[],
): MovedMessages[] {
  const all = ended.flatMap(([batch, { moved }]) => moved.map((one): Moved => ({ ...one, batch })));
  return [...groupBy(all, jobKeyOf).values()]
    .map((alike) => alike.sort((a, b) => (a.messageId < b.messageId ? -1 : 1)))
    .flatMap((alike) => [...chunksBySize(alike, () => 1, MAX_MESSAGES)])
    .flatMap((some) => laterJob(ids, some));
}

const jobKeyOf = ({ batch: { job, timesUnknown }, notBefore }: Moved): string => {
  const { accountId, key, priority, tag, payload } = job;
  const { validity, exempt } = payload;
  return JSON.stringify([accountId, key, priority, tag, validity, exempt, timesUnknown, notBefore]);
};

function laterJob(ids: IdMaker, some: readonly Moved[]): MovedMessages[] {
  const [first, last] = [some[0], some.at(-1)];
  if (!first || !last) return [];
  const { job, timesUnknown } = first.batch;
  const { ids: _ids, unknown: _unknown, deferredByCarrier: _deferred, ...payload } = job.payload;
  const { notBefore } = first;
  const origin = ids.next();
  const isUnknown = timesUnknown > 0;
  return [
    {
      messageIds: some.map(({ messageId }) => messageId),
      job: {
        ...job,
        id: origin,
        weight: weightOf(some.length, 0),
        dueAt: notBefore,
        createdAt: notBefore,
        notBefore,
        // With attempt 0, requests can cancel and move the messages again. An unknown outcome must prevent
        // both.
        attempt: isUnknown ? job.attempt : 0,
        payload: {
          ...payload,
          ...(isUnknown ? { unknown: timesUnknown } : {}),
          origin,
          first: first.messageId,
          last: last.messageId,
        },
      },
    },
  ];
}
