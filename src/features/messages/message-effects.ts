import type { Statement } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import { type Query, runQueries, runStatements } from "../../platform/db/statement-batch";
import type { Instant } from "../../platform/time";
import type { JobNotification } from "../../queue/job";
import { type Schedule, scheduleJob } from "../../queue/jobs.store";
import type { Transition } from "./transitions";

/** Status changes of one account's messages that one transaction writes. */
export interface MessageChanges {
  accountId: string;
  now: Instant;
  /** Whether the messages are new, so that each transition enters a first status. */
  created: boolean;
  withFollowUps: boolean;
  /** Returns the status changes in order. Computed only if an effect calls this function. */
  transitions(): readonly Transition[];
}

interface SubscribedChanges {
  changes: MessageChanges;
  subscriberIds: readonly string[];
}

/** Writes of an effect, as data. The caller performs the writes in a transaction that it chooses. */
interface Consequences {
  /**
   * Statements in any order. No statement depends on rows that another statement writes, or that the
   * statements of the message changes write.
   */
  statements: readonly (Statement | null)[];
  /** Jobs to schedule at the end, because a scheduled job's row stays locked until the commit. */
  schedules?: readonly { schedule: Schedule; now: Instant }[];
  /** Job keys whose workers are notified after the commit. */
  notifications?: readonly JobNotification[];
}

/**
 * An effect of message changes on another feature, registered in `app/`. `messages/` writes the consequences
 * in the transaction of the changes and does not know the other features.
 */
export interface MessageEffect {
  /** Returns the query for an account's subscribers. Absent if the effect has no subscribers. */
  subscribers?(accountId: string): Query<never, readonly string[]>;
  consequences(db: Db, changed: readonly SubscribedChanges[]): Consequences;
}

export interface MessageEffects {
  messageEffects: readonly MessageEffect[];
}

const NO_SUBSCRIBERS: Query<never, readonly string[]>[] = [];

/** Returns the queries for the subscribers of every effect in an account, in the order of the effects. */
export const subscriberQueries = (
  { messageEffects }: MessageEffects,
  accountId: string,
): Query<never, readonly string[]>[] =>
  messageEffects.flatMap((effect) => effect.subscribers?.(accountId) ?? NO_SUBSCRIBERS);

interface ChangesWithSubscribers {
  changes: MessageChanges;
  subscribers: readonly (readonly string[])[];
}

export function consequencesOf(
  { messageEffects }: MessageEffects,
  db: Db,
  changed: readonly ChangesWithSubscribers[],
): Required<Consequences> {
  let place = 0;
  const all = messageEffects.map((effect) => {
    const own = effect.subscribers ? place++ : null;
    return effect.consequences(
      db,
      changed.map(({ changes, subscribers }) => ({
        changes,
        subscriberIds: own === null ? [] : (subscribers[own] ?? []),
      })),
    );
  });
  return {
    statements: all.flatMap(({ statements }) => statements),
    schedules: all.flatMap(({ schedules = [] }) => schedules),
    notifications: all.flatMap(({ notifications = [] }) => notifications),
  };
}

export interface WrittenChanges {
  changes: MessageChanges;
  statements: readonly (Statement | null)[];
}

/** Maximum accounts whose changes are written in one batch of statements. */
const ACCOUNTS_AT_ONCE = 8;

/**
 * Writes message changes, their consequences and the statements `along` in the caller's transaction. Returns
 * the job keys whose workers to notify after the commit.
 */
export async function writeChanges(
  effects: MessageEffects,
  trx: Db,
  all: readonly WrittenChanges[],
  along: readonly (Statement | null)[] = [],
): Promise<JobNotification[]> {
  const notifications: JobNotification[] = [];
  if (all.length === 0) await runStatements(trx, along);
  for (let start = 0; start < all.length; start += ACCOUNTS_AT_ONCE) {
    const some = all.slice(start, start + ACCOUNTS_AT_ONCE);
    const statements = [...some.flatMap((one) => one.statements), ...(start === 0 ? along : [])];
    const changed = await withSubscribers(effects, some, (queries) =>
      runStatements(trx, statements, queries),
    );
    const consequences = consequencesOf(effects, trx, changed);
    await runStatements(trx, consequences.statements);
    await writeSchedules(trx, consequences.schedules);
    notifications.push(...consequences.notifications);
  }
  return notifications;
}

/** Reads the subscribers of changes with `run`, in one call. */
async function withSubscribers(
  effects: MessageEffects,
  all: readonly WrittenChanges[],
  run: (queries: Query<never, readonly string[]>[]) => Promise<(readonly string[])[]>,
): Promise<ChangesWithSubscribers[]> {
  const queries = all.map(({ changes }) => subscriberQueries(effects, changes.accountId));
  const results = [...(await run(queries.flat()))];
  return all.map(({ changes }, index) => ({
    changes,
    subscribers: results.splice(0, queries[index]?.length ?? 0),
  }));
}

/**
 * Returns the statements of message changes and of their consequences, which the caller can commit as one
 * statement. Reads the subscribed webhook endpoints before this commit, as a send does. Returns null if the
 * changes need `writeChanges`, because they may schedule jobs or concern many accounts.
 */
export async function changesStatements(
  effects: MessageEffects,
  db: Db,
  all: readonly WrittenChanges[],
): Promise<Required<Omit<Consequences, "schedules">> | null> {
  if (all.length > ACCOUNTS_AT_ONCE || all.some(({ changes }) => changes.withFollowUps)) return null;
  if (schedulesJobs(effects, db, all)) return null;
  if (all.length === 0) return { statements: [], notifications: [] };
  const changed = await withSubscribers(effects, all, (queries) => runQueries(db, queries));
  const { statements, schedules, notifications } = consequencesOf(effects, db, changed);
  if (schedules.length > 0) return null;
  return { statements: [...all.flatMap((one) => one.statements), ...statements], notifications };
}

/** Returns whether an effect without subscribers schedules jobs, as for a change of a campaign's messages. */
const schedulesJobs = (
  { messageEffects }: MessageEffects,
  db: Db,
  all: readonly WrittenChanges[],
): boolean => {
  const changed = all.map(({ changes }) => ({ changes, subscriberIds: [] }));
  return messageEffects.some(
    (effect) => !effect.subscribers && (effect.consequences(db, changed).schedules ?? []).length > 0,
  );
};

/** Schedules jobs in the order of account, kind and key, which prevents deadlocks. */
async function writeSchedules(trx: Db, schedules: Required<Consequences>["schedules"]): Promise<void> {
  const place = ({ schedule: { accountId, kind, key } }: (typeof schedules)[number]) =>
    `${accountId} ${kind} ${key}`;
  const ordered = [...schedules].sort((a, b) => (place(a) < place(b) ? -1 : 1));
  for (const { schedule, now } of ordered) await scheduleJob(trx, schedule, now);
}
