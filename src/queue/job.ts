import { createHash } from "node:crypto";
import type { Instant } from "../platform/time";

/** What is done in the background; each kind has one handler. */
export const JOB_KINDS = [
  "submission",
  "status-query",
  "expansion",
  "completion",
  "import",
  "follow-up",
  "delivery",
  "erasure",
  "periodic",
] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** What takes turns, and of which only so many jobs run at once: a sender, a campaign, an endpoint, an account. */
export interface JobKey {
  accountId: string;
  /** A UUID. */
  key: string;
}

export interface Job<P = unknown> extends JobKey {
  kind: JobKind;
  /** Unique among those of its account and kind. */
  id: string;
  /** One of `PRIORITIES`. */
  priority: number;
  dueAt: Instant;
  /** How often it was tried and given back since it was made. */
  attempt: number;
  /** How much is to be done: messages, events; at least 1. */
  weight: number;
  /** What it is parked and resumed by, such as a campaign. */
  tag: string | null;
  createdAt: Instant;
  /** Anything that JSON can hold. */
  payload: P;
}

/** A job that this process alone may do; `dueAt` is the end of the lease. */
export interface LeasedJob<P = unknown> extends Job<P> {
  lease: string;
  /** Above 1: a holder before did not give it back in order, and how far it came is not known. */
  leases: number;
}

/** The first goes before the others of the same key. */
export const PRIORITIES = [0, 1] as const;

/** When a job is due that nobody takes up until it is resumed. */
export const PARKED: Instant = Date.UTC(9999, 0);

/** The account of the service's own jobs. */
export const NO_ACCOUNT = "00000000-0000-0000-0000-000000000000";

/** Work of a key that waits to be taken up, to be told once the transaction that made it is committed. */
export interface Wake extends JobKey {
  kind: JobKind;
}

/** A text that tells keys apart. */
export const keyText = ({ accountId, key }: JobKey) => `${accountId} ${key}`;

/** The key that belongs to a name. */
export function keyOfName(name: string): string {
  const hex = createHash("sha256").update(name).digest("hex");
  // Version 8 is for what one makes up oneself.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
