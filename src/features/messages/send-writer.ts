import { isDatabaseAway, isRolledBack } from "../../platform/db/errors";
import { commitStatements } from "../../platform/db/statement-batch";
import { WriteBatcher } from "../../platform/concurrency/write-batcher";
import type { Platform } from "../../platform/platform";
import type { Wakeups } from "../../queue/wakeups";
import { afterCommit, creationStatements, firstChanges, type PreparedMessages } from "./creation";
import { claimsStatement, type KeyClaim } from "./idempotency.store";
import { consequencesOf, type MessageEffects } from "./message-effects";

/** A send to few recipients and without follow-ups, ready to be written. */
export interface PreparedSend {
  created: PreparedMessages;
  /** The results of `subscriberQueries` for the account. */
  subscribers: readonly (readonly string[])[];
  claim: KeyClaim | null;
}

/** Writes a send and wakes workers. Throws a unique violation if the idempotency key is stored already. */
export type WriteSend = (send: PreparedSend) => Promise<void>;

/** Maximum number of messages in one commit of merged sends. */
export const MAX_MERGED = 64;

type Parts = Pick<Platform, "db" | "log" | "metrics"> & { wakeups: Wakeups } & MessageEffects;

/**
 * Returns a writer that merges concurrent sends into one commit. Each send is atomic. If the commit fails,
 * its halves are written separately, so that a used idempotency key fails only its own send.
 */
export function sendWriter(parts: Parts): WriteSend {
  const batcher = new WriteBatcher<PreparedSend>({
    max: MAX_MERGED,
    weightOf: ({ created }) => created.messages.length,
    concurrency: 1,
    keysOf: ({ claim }) => (claim === null ? [] : [`${claim.accountId} ${claim.key}`]),
    // After a lost connection the commit may have succeeded; a retry could write the sends twice.
    mayBeOneItems: (error) => isRolledBack(error) || !isDatabaseAway(error),
    async write(sends) {
      await writeSends(parts, sends);
      return sends.map(() => undefined);
    },
  });
  return (send) => batcher.add(send);
}

async function writeSends(parts: Parts, sends: readonly PreparedSend[]): Promise<void> {
  const { db, log } = parts;
  const created = sends.map((send) => send.created);
  const claims = sends.flatMap(({ claim }) => claim ?? []);
  const changed = sends.map((send) => ({ ...send, changes: firstChanges(send.created) }));
  const { statements, schedules, notifications } = consequencesOf(parts, db, changed);
  // Scheduling waits for locks, which would delay the sends of other accounts.
  if (schedules.length > 0) throw new Error("a send with scheduled jobs cannot be merged with other sends");
  await commitStatements(db, [
    claimsStatement(db, claims),
    ...creationStatements(db, created),
    ...statements,
  ]);
  try {
    afterCommit(
      parts,
      created.map(({ announcement }) => announcement),
      notifications,
    );
  } catch (error) {
    // Do not throw, because the sends are committed. Workers find the jobs by polling.
    log.error({ err: error }, "failed to notify after a commit");
  }
}
