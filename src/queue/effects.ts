import type { Db } from "../platform/db/dialect";
import type { Wake } from "./job";

/**
 * Function that writes the consequences of a change in the same transaction. Returns the job keys with new
 * due work. After the commit, the caller wakes the workers for these keys.
 */
export type Effect<T> = (trx: Db, change: T) => Promise<readonly Wake[]>;

export async function writeEffects<T>(effects: readonly Effect<T>[], trx: Db, change: T): Promise<Wake[]> {
  const wakes: Wake[] = [];
  for (const effect of effects) wakes.push(...(await effect(trx, change)));
  return wakes;
}
