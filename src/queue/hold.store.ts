import type { Knex } from "knex";
import type { Db } from "../platform/db/dialect";
import { updateSharedSetting, lockSharedSetting, sharedSetting } from "../platform/db/shared-settings";
import { type Hold, NOT_HELD } from "./hold";

const SETTING = "queue-hold";

const toHold = (value: string): Hold => ({ ...NOT_HELD, ...(JSON.parse(value) as Partial<Hold>) });

export async function readHold(db: Db): Promise<Hold> {
  const value = await sharedSetting(db, SETTING);
  return value === null ? NOT_HELD : toHold(value);
}

/** Changes the hold under a lock. `change` may throw to leave the hold unchanged. */
export async function changeHold(
  db: Knex,
  change: (hold: Hold) => Hold,
): Promise<{ before: Hold; after: Hold }> {
  return db.transaction(async (trx) => {
    const before = toHold(await lockSharedSetting(trx, SETTING, JSON.stringify(NOT_HELD)));
    const after = change(before);
    await updateSharedSetting(trx, SETTING, JSON.stringify(after));
    return { before, after };
  });
}
