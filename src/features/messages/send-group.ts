import type { Platform } from "../../platform/platform";
import type { MessageEffects } from "./message-effects";
import { isDatabaseAway } from "../../platform/db/errors";
import { writeTogether } from "../../platform/db/statement-batch";
import { WriteBatcher } from "../../platform/db/write-batcher";
import { type FewPreparedMessages, preparedStatements } from "./creation";
import { claimsStatement, type KeyClaim } from "./idempotency.store";

/** A send to few, ready to be written. */
export interface PreparedSend {
  created: FewPreparedMessages;
  claim: KeyClaim | null;
}

/** Answers whether the send was written; else it stands alone, and nothing of it was. */
export type WriteSend = (send: PreparedSend) => Promise<boolean>;

/** Sends that are written in one commit. */
const MOST_AT_ONCE = 64;

type Parts = Pick<Platform, "db" | "log"> & MessageEffects;

/**
 * Writes sends, those that come while others are being committed in one commit. Each of them is there as a whole or not at
 * all. What keeps one from being written keeps its group from it: a key that was used meanwhile, above all. They are all
 * told to go on by themselves, so that none fails for another.
 */
export function sendGroups(parts: Parts): WriteSend {
  const batcher = new WriteBatcher<PreparedSend, boolean>({
    most: MOST_AT_ONCE,
    concurrency: 1,
    // They are told to go on by themselves where they can.
    mayBeOneItems: () => false,
    write: (sends) => writeGroup(parts, sends),
  });
  return (send) => batcher.add(send);
}

async function writeGroup(parts: Parts, sends: readonly PreparedSend[]): Promise<boolean[]> {
  const { db, log } = parts;
  const chosen = firstOfEachKey(sends);
  const claims = [...chosen].flatMap(({ claim }) => claim ?? []);
  const created = [...chosen].map((send) => send.created);
  try {
    await writeTogether(db, [claimsStatement(db, claims), ...preparedStatements(parts, db, created)]);
  } catch (error) {
    // Nobody knows whether it was committed: by themselves they could be there twice.
    if (isDatabaseAway(error)) throw error;
    log.debug(
      { err: error, sends: sends.length },
      "sends that were to be written together go on by themselves",
    );
    return sends.map(() => false);
  }
  return sends.map((send) => chosen.has(send));
}

/** Of several sends with one key the first is written, and the others find its answer afterwards. */
function firstOfEachKey(sends: readonly PreparedSend[]): Set<PreparedSend> {
  const firsts = new Map<unknown, PreparedSend>();
  for (const send of sends) {
    const { claim } = send;
    const key = claim === null ? send : `${claim.accountId} ${claim.key}`;
    if (!firsts.has(key)) firsts.set(key, send);
  }
  return new Set(firsts.values());
}
