import { createHash } from "node:crypto";
import { NIL_ID } from "../platform/ids";
import type { Instant } from "../platform/time";

/** Kinds of background work; each kind has one handler. */
export const JOB_KINDS = [
  "submission",
  "status-query",
  "expansion",
  "completion",
  "import",
  "follow-up",
  "delivery",
  "erasure",
  "privacy",
  "periodic",
] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** The unit of fairness and of concurrency limits, such as a sender, a campaign or an endpoint. */
export interface JobKey {
  accountId: string;
  key: string;
}

export interface Job<P = unknown> extends JobKey {
  kind: JobKind;
  /** Id of the job, unique per account and kind. */
  id: string;
  /** One of `prioritiesOf(kind)`. */
  priority: number;
  dueAt: Instant;
  /** Number of earlier attempts, as stored by the last release of the job. */
  attempt: number;
  /** Amount of work, in messages or events; at least 1. */
  weight: number;
  /** Tag by which jobs are parked and resumed, such as a campaign id. */
  tag: string | null;
  /** Time from which the job counts as waiting: its creation, or the later time in `notBefore`. */
  createdAt: Instant;
  /** Earliest due time, which a request or a sending rule chose; null or absent if none was chosen. */
  notBefore?: Instant | null;
  /** Any JSON value. */
  payload: P;
}

/** A job that only this process may run; `dueAt` is the end of the lease. */
export interface LeasedJob<P = unknown> extends Job<P> {
  lease: string;
  /** Due time of the job before this lease. */
  readyAt: Instant;
  /**
   * Number of leases since the last orderly release, including the current lease. Above 1, the job's progress
   * is unknown.
   */
  leases: number;
}

/** Priorities of submission jobs in running order. Earlier builds know only 0 and 1. */
export const PRIORITIES = [-1, 0, 1, 2] as const;

const SINGLE_PRIORITY = [0] as const;

/** Returns the priorities that jobs of a kind may have, in running order. */
export const prioritiesOf = (kind: JobKind): readonly number[] =>
  kind === "submission" ? PRIORITIES : SINGLE_PRIORITY;

/** Due time of a parked job. A parked job runs only after it is resumed. */
export const PARKED: Instant = Date.UTC(9999, 0);

/** Account id of the service's own work, such as periodic jobs and storage probes. */
export const NO_ACCOUNT = NIL_ID;

/** A key with due work. Workers are notified after the transaction commits. */
export interface JobNotification extends JobKey {
  kind: JobKind;
}

export const keyText = ({ accountId, key }: JobKey) => `${accountId} ${key}`;

/** Returns a UUID that is derived from the hash of a name. */
export function keyOfName(name: string): string {
  const hex = createHash("sha256").update(name).digest("hex");
  // UUID version 8 is meant for custom formats.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
