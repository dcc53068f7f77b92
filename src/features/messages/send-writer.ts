import { isDatabaseAway } from "../../platform/db/errors";
import { commitStatements, runStatements } from "../../platform/db/statement-batch";
import { WriteBatcher } from "../../platform/concurrency/write-batcher";
import type { Platform } from "../../platform/platform";
import type { Wakeups } from "../../queue/wakeups";
import { afterCommit, creationStatements, firstChanges, type PreparedMessages } from "./creation";
import { claimsStatement, type KeyClaim } from "./idempotency.store";
import { consequencesOf, type MessageEffects, writeSchedules } from "./message-effects";

/** A send, ready to be written. */
export interface PreparedSend {
  created: PreparedMessages;
  /** The results of `subscriberQueries` for the account. */
  subscribers: readonly (readonly string[])[];
  claim: KeyClaim | null;
}

/** Writes a send and wakes the workers. Rejects with a unique violation if the idempotency key is stored already. */
export type WriteSend = (send: PreparedSend) => Promise<void>;

/** Messages that one commit writes for several sends, at most. A send of so many messages is committed by itself. */
const MOST_MESSAGES = 64;

type Parts = Pick<Platform, "db" | "metrics"> & { wakeups: Wakeups } & MessageEffects;

/**
 * Returns a writer that merges concurrent sends into one commit. Each send is written completely or not at all. If a
 * merged write fails, each of its sends is written by itself, so that a key in use fails no other send.
 */
export function sendWriter(parts: Parts): WriteSend {
  const weightOf = ({ created }: PreparedSend) => created.messages.length;
  const batcher = new WriteBatcher<PreparedSend>({
    most: MOST_MESSAGES,
    weightOf,
    concurrency: 1,
    keysOf: ({ claim }) => (claim === null ? [] : [`${claim.accountId} ${claim.key}`]),
    // A lost connection leaves open whether the commit was carried out: a second try could write the sends twice.
    mayBeOneItems: (error) => !isDatabaseAway(error),
    async write(sends) {
      await writeSends(parts, sends);
      return sends.map(() => undefined);
    },
  });
  return (send) => (weightOf(send) < MOST_MESSAGES ? batcher.add(send) : writeSends(parts, [send]));
}

async function writeSends(parts: Parts, sends: readonly PreparedSend[]): Promise<void> {
  const { db } = parts;
  const created = sends.map((send) => send.created);
  const claims = sends.flatMap(({ claim }) => claim ?? []);
  const changed = sends.map((send) => ({ ...send, changes: firstChanges(send.created) }));
  const { statements, schedules, notifications } = consequencesOf(parts, db, changed);
  const all = [claimsStatement(db, claims), ...creationStatements(db, created), ...statements];
  if (schedules.length === 0) await commitStatements(db, all);
  else {
    await db.transaction(async (trx) => {
      await runStatements(trx, all);
      await writeSchedules(trx, schedules);
    });
  }
  afterCommit(
    parts,
    created.map(({ announcement }) => announcement),
    notifications,
  );
}
