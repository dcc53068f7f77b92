import type { Db } from "./dialect";

/** Rows of an account with ids after `after`, up to and including `upTo`. */
export interface IdRange {
  accountId: string;
  after: string;
  upTo: string;
}

interface NextRange {
  accountId: string;
  after: string;
  /** Upper bound of the ids, exclusive. */
  before: string;
  limit: number;
}

/** Returns the id range of an account's next `limit` rows, in id order; null if no row is left. */
export async function nextRange(
  db: Db,
  table: string,
  { accountId, after, before, limit }: NextRange,
): Promise<IdRange | null> {
  const ids = (await db(table)
    .where({ account_id: accountId })
    .where("id", ">", after)
    .where("id", "<", before)
    .orderBy("id")
    .limit(limit)
    .pluck("id")) as string[];
  const upTo = ids.at(-1);
  return upTo === undefined ? null : { accountId, after, upTo };
}
