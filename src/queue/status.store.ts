import { type Db, rawRows } from "../platform/db/dialect";
import type { Instant } from "../platform/time";
import { type Hold, HELD_KINDS, holds } from "./hold";
import { JOB_KINDS, type JobKind, PARKED } from "./job";

/** Numbers of jobs of a kind. A job counts in one of `due`, `leased`, `later` and `parked`. */
export interface KindStatus {
  kind: JobKind;
  due: number;
  /** Due time of the longest waiting due job; null if no job is due. */
  oldestDueAt: Instant | null;
  leased: number;
  later: number;
  /** Number of jobs that wait for their campaign to resume. */
  parked: number;
  /**
   * Number of jobs that the hold covers and no process runs. Null for follow-ups if the hold covers older
   * work only.
   */
  held: number | null;
  /** Number of jobs that the operator has ended, and that the workers have yet to settle. */
  ended: number;
}

/** Kinds of jobs that the workers settle, instead of running them, if the operator has ended them. */
const ENDED_KINDS: readonly JobKind[] = ["submission", "expansion", "delivery"];

interface CountsRow {
  kind: JobKind;
  due: number | string;
  oldest_due: number | string | null;
  leased: number | string;
  parked: number | string;
  held: number | string;
  ended: number | string;
  total: number | string;
}

/** Counts the jobs of every kind. Reads all jobs. */
export async function queueStatus(db: Db, hold: Hold, now: Instant): Promise<KindStatus[]> {
  const heldUpTo = hold.since === null ? -1 : (hold.upTo ?? PARKED);
  const endedUpTo = hold.endedUpTo ?? -1;
  const rows = await rawRows<CountsRow>(
    db,
    `select kind, count(*) as total,
       sum(case when due_at <= ? then 1 else 0 end) as due,
       min(case when due_at <= ? then due_at end) as oldest_due,
       sum(case when lease is not null and due_at > ? then 1 else 0 end) as leased,
       sum(case when due_at = ${PARKED} then 1 else 0 end) as parked,
       sum(case when created_at <= ? and (lease is null or due_at <= ?) then 1 else 0 end) as held,
       sum(case when created_at <= ? then 1 else 0 end) as ended
     from jobs group by kind`,
    [now, now, now, heldUpTo, now, endedUpTo],
  );
  const byKind = new Map(rows.map((row) => [row.kind, row]));
  return JOB_KINDS.map((kind) => {
    const row = byKind.get(kind);
    const [due, leased, parked] = [Number(row?.due ?? 0), Number(row?.leased ?? 0), Number(row?.parked ?? 0)];
    const oldest = row?.oldest_due ?? null;
    return {
      kind,
      due,
      leased,
      parked,
      oldestDueAt: oldest === null ? null : Number(oldest),
      later: Number(row?.total ?? 0) - due - leased - parked,
      held: heldOf(hold, kind, Number(row?.held ?? 0), now),
      ended: ENDED_KINDS.includes(kind) ? Number(row?.ended ?? 0) : 0,
    };
  });
}

function heldOf(hold: Hold, kind: JobKind, held: number, now: Instant): number | null {
  if (!HELD_KINDS.includes(kind)) return 0;
  return kind === "follow-up" && hold.since !== null && !holds(hold, now) ? null : held;
}
