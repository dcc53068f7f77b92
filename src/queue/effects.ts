import type { Db } from "../platform/db/dialect";
import type { JobNotification } from "./job";

/**
 * Function that writes the consequences of a change in the same transaction. Returns the job keys with new
 * due work. After the commit, the caller wakes the workers for these keys.
 */
export type Effect<T> = (trx: Db, change: T) => Promise<readonly JobNotification[]>;

export async function writeEffects<T>(
  effects: readonly Effect<T>[],
  trx: Db,
  change: T,
): Promise<JobNotification[]> {
  const notifications: JobNotification[] = [];
  for (const effect of effects) notifications.push(...(await effect(trx, change)));
  return notifications;
}
