import type { Statement } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import { type Query, runStatements } from "../../platform/db/statement-batch";
import type { Instant } from "../../platform/time";
import type { Wake } from "../../queue/job";
import { type Schedule, scheduleJob } from "../../queue/jobs.store";
import type { Transition } from "./transitions";

/** Status changes of one account's messages that one transaction writes. */
export interface MessageChanges {
  accountId: string;
  now: Instant;
  /** Whether the messages are new and the transitions enter their first status. */
  created: boolean;
  /** Whether any of the messages has follow-up rules of its template. */
  withFollowUps: boolean;
  /** Returns every status that was entered, in order. Computed only if an effect asks for it. */
  transitions(): readonly Transition[];
}

/** Changes, and the subscribers of one effect in their account. */
export interface SubscribedChanges {
  changes: MessageChanges;
  subscriberIds: readonly string[];
}

/** What an effect writes, as data. The caller decides which transaction writes it. */
export interface Consequences {
  /** Run in any order. No statement depends on another one or on the changes themselves. */
  statements: readonly (Statement | null)[];
  /** Scheduled last: a scheduled job's row stays locked until the commit. */
  schedules?: readonly { schedule: Schedule; now: Instant }[];
  /** Sent after the commit. */
  notifications?: readonly Wake[];
}

/**
 * A consequence of message changes in another feature. `app/` registers the effects. `messages/` writes their
 * consequences in the transaction of the changes and does not know the features.
 */
export interface MessageEffect {
  /** Returns the query for an account's subscribers. An effect without it has no subscribers. */
  subscribers?(accountId: string): Query<never, readonly string[]>;
  consequences(db: Db, changed: readonly SubscribedChanges[]): Consequences;
}

/** Dependency of code that changes messages. */
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

/** Changes with the results of `subscriberQueries` for their account. */
export interface ChangesWithSubscribers {
  changes: MessageChanges;
  subscribers: readonly (readonly string[])[];
}

/** Returns the consequences of changes of any accounts. */
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

/** Changes with the statements that write them. */
export interface WrittenChanges {
  changes: MessageChanges;
  statements: readonly (Statement | null)[];
}

/** Maximum accounts whose changes one statement writes. */
const ACCOUNTS_AT_ONCE = 8;

/**
 * Writes changes of messages and their consequences in the caller's transaction, together with the statements
 * `along`. Returns the jobs to wake after the commit.
 */
export async function writeChanges(
  effects: MessageEffects,
  trx: Db,
  all: readonly WrittenChanges[],
  along: readonly (Statement | null)[] = [],
): Promise<Wake[]> {
  const notifications: Wake[] = [];
  if (all.length === 0) await runStatements(trx, along);
  for (let start = 0; start < all.length; start += ACCOUNTS_AT_ONCE) {
    const some = all.slice(start, start + ACCOUNTS_AT_ONCE);
    const queries = some.map(({ changes }) => subscriberQueries(effects, changes.accountId));
    const statements = [...some.flatMap((one) => one.statements), ...(start === 0 ? along : [])];
    const answers = await runStatements(trx, statements, queries.flat());
    const changed = some.map(({ changes }, index) => ({
      changes,
      subscribers: answers.splice(0, queries[index]?.length ?? 0),
    }));
    const consequences = consequencesOf(effects, trx, changed);
    await runStatements(trx, consequences.statements);
    await writeSchedules(trx, consequences.schedules);
    notifications.push(...consequences.notifications);
  }
  return notifications;
}

/** Schedules jobs in the order of account, kind and key. One lock order prevents deadlocks. */
async function writeSchedules(trx: Db, schedules: Required<Consequences>["schedules"]): Promise<void> {
  const place = ({ schedule: { accountId, kind, key } }: (typeof schedules)[number]) =>
    `${accountId} ${kind} ${key}`;
  const ordered = [...schedules].sort((a, b) => (place(a) < place(b) ? -1 : 1));
  for (const { schedule, now } of ordered) await scheduleJob(trx, schedule, now);
}
