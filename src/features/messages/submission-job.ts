import type { Job } from "../../queue/job";
import type { Instant } from "../../platform/time";

/** Inline sends go before campaigns. */
export const PRIORITY = { inline: 0, campaign: 1 } as const;

/** Messages of one job at most: what dispatch takes up at a time. */
export const MOST_MESSAGES = 1_000;

/** Bytes of content that weigh as much as a message: a job with long contents is as heavy as one with many messages. */
const BYTES_OF_A_MESSAGE = 8 * 1024;

/** Messages of one sender that are to be submitted: a run of ids, or those named. */
export interface SubmissionPayload {
  /** `messages.batch_id` of all of them: what they were created in. */
  origin: string;
  first: string;
  last: string;
  ids?: string[];
  /** Goes out to suppressed numbers as well: the confirmation of an opt-out. */
  exempt?: true;
  /** How often it stayed unknown whether the carrier had taken them. */
  unknown?: number;
}

export type SubmissionJob = Job<SubmissionPayload>;

export interface NewSubmission {
  accountId: string;
  senderId: string;
  /** Their campaign: it goes on only while that runs. */
  campaignId: string | null;
  exempt: boolean;
  priority: number;
  origin: string;
  /** In ascending order, one at least. */
  messageIds: readonly string[];
  /** Of their contents, in bytes. */
  bytes: number;
  now: Instant;
}

/** What makes messages go out: due at once, and waiting since now. */
export function submissionJob(submission: NewSubmission): SubmissionJob {
  const { accountId, senderId, campaignId, exempt, priority, origin, messageIds, bytes, now } = submission;
  return {
    kind: "submission",
    accountId,
    id: origin,
    key: senderId,
    priority,
    dueAt: now,
    attempt: 0,
    weight: weightOf(messageIds.length, bytes),
    tag: campaignId,
    createdAt: now,
    payload: {
      origin,
      first: messageIds[0] ?? "",
      last: messageIds.at(-1) ?? "",
      ...(exempt ? { exempt } : {}),
    },
  };
}

export const weightOf = (messages: number, bytes: number): number =>
  Math.max(messages, Math.ceil(bytes / BYTES_OF_A_MESSAGE));

/** What goes on as a job of its own of those that another job was for. */
export function laterSubmission(
  job: SubmissionJob,
  id: string,
  ids: string[],
  changes: { attempt: number; dueAt: Instant; unknown?: number },
): SubmissionJob {
  const { unknown = job.payload.unknown, ...rest } = changes;
  const payload = { ...job.payload, ids, ...(unknown === undefined ? {} : { unknown }) };
  return { ...job, ...rest, id, payload, weight: Math.min(job.weight, weightOf(ids.length, 0)) };
}
