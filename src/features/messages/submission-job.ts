import type { Purpose } from "../../messaging/purpose";
import type { Job } from "../../queue/job";
import type { Instant } from "../../platform/time";

/**
 * Priorities of submission jobs; lower numbers run first. Among transactional messages, direct sends precede
 * campaigns. Earlier builds lease only the priorities 0 and 1, so transactional messages keep these numbers.
 */
export const PRIORITY = { otp: -1, transactional: 0, transactionalCampaign: 1, marketing: 2 } as const;

const priorityOf = (purpose: Purpose, campaignId: string | null): number =>
  purpose === "transactional" && campaignId !== null ? PRIORITY.transactionalCampaign : PRIORITY[purpose];

export const MAX_MESSAGES = 1_000;

/** Content size that weighs as much as one message, in bytes. */
const BYTES_OF_A_MESSAGE = 8 * 1024;

/** Messages of one sender to submit: the id range from `first` to `last`, or only `ids` of that range. */
export interface SubmissionPayload {
  /** Value of `messages.batch_id` that the messages share. */
  origin: string;
  first: string;
  last: string;
  ids?: string[];
  /**
   * Whether to submit the messages even to suppressed numbers and outside the sending rules, such as the
   * confirmation of an opt-out.
   */
  exempt?: true;
  /** Number of earlier submissions with an unknown outcome; absent for 0. */
  unknown?: number;
  /**
   * Whether the carrier deferred some of the messages when they were last submitted. The job's `attempt` does
   * not count deferrals.
   */
  deferredByCarrier?: true;
  /**
   * Seconds from the job's `createdAt` in which messages may be submitted or delivered; absent without limit.
   */
  validity?: number;
}

export type SubmissionJob = Job<SubmissionPayload>;

interface NewSubmission {
  accountId: string;
  senderId: string;
  /** Campaign that must be running at the submission; null for messages without a campaign. */
  campaignId: string | null;
  exempt: boolean;
  purpose: Purpose;
  origin: string;
  /** Ids of the messages, in ascending order; at least one. */
  messageIds: readonly string[];
  /** Total size of the contents, in bytes. */
  bytes: number;
  now: Instant;
  /** Time that the messages are scheduled for; null or absent to submit them at once. */
  notBefore?: Instant | null;
  /** Validity in seconds, from `notBefore` or else from `now`; null or absent without a limit. */
  validitySeconds?: number | null;
}

export function submissionJob(submission: NewSubmission): SubmissionJob {
  const { accountId, senderId, campaignId, exempt, purpose, origin, messageIds, bytes, now } = submission;
  const { notBefore = null, validitySeconds = null } = submission;
  return {
    kind: "submission",
    accountId,
    id: origin,
    key: senderId,
    priority: priorityOf(purpose, campaignId),
    dueAt: notBefore ?? now,
    attempt: 0,
    weight: weightOf(messageIds.length, bytes),
    tag: campaignId,
    createdAt: notBefore ?? now,
    notBefore,
    payload: {
      origin,
      first: messageIds[0] ?? "",
      last: messageIds.at(-1) ?? "",
      ...(exempt ? { exempt } : {}),
      ...(validitySeconds === null ? {} : { validity: validitySeconds }),
    },
  };
}

export const weightOf = (messages: number, bytes: number): number =>
  Math.max(messages, Math.ceil(bytes / BYTES_OF_A_MESSAGE));

/** Returns a job that submits messages of `job` later: the messages `ids`, or all if `ids` is null. */
export function laterSubmission(
  job: SubmissionJob,
  id: string,
  ids: readonly string[] | null,
  {
    unknown,
    isDeferredByCarrier = false,
    ...changes
  }: { attempt: number; dueAt: Instant; unknown: number; isDeferredByCarrier?: boolean },
): SubmissionJob {
  const weight = ids === null ? job.weight : Math.min(job.weight, weightOf(ids.length, 0));
  const named = ids === null ? {} : { ids: [...ids] };
  const deferredByCarrier = isDeferredByCarrier ? (true as const) : undefined;
  const payload = { ...job.payload, ...named, ...(unknown === 0 ? {} : { unknown }), deferredByCarrier };
  return { ...job, ...changes, id, payload, weight };
}
