import type { Db } from "../platform/db/dialect";
import type { Wake } from "./job";

/** Writes the consequences of a change in its transaction. Returns the keys to wake after the commit. */
export type Effect<T> = (trx: Db, change: T) => Promise<readonly Wake[]>;

/** Writes the consequences of all effects, one after another. */
export async function writeEffects<T>(effects: readonly Effect<T>[], trx: Db, change: T): Promise<Wake[]> {
  const wakes: Wake[] = [];
  for (const effect of effects) wakes.push(...(await effect(trx, change)));
  return wakes;
}
