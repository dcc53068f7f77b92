import type { Platform } from "../../platform/platform";
import type { Storage } from "../../storage/storage";
import { retryDeadlocks } from "../../platform/db/errors";
import { storageKey } from "../files/addresses";
import { voidFollowUps } from "../follow-ups/follow-ups.store";
import { firstIdAt, instantOf } from "../../platform/ids";
import { eraseInbound, deleteFilesOf, type InboundOfPerson, inboundFilesOf } from "../inbound/erasure.store";
import { eraseMessages, hasContentLeft } from "../messages/erasure.store";
import { SEND_DURATION } from "../messages/message";
import { eraseInboundEvents } from "../webhooks/erasure.store";
import { MINUTE, SECOND } from "../../platform/time";
import { findContact } from "../contacts/contacts.store";
import { continueErasure, dueErasures, endErasure, type Erasure } from "../contacts/erasures.store";

export type ErasureDeps = Pick<Platform, "db" | "clock" | "log"> & {
  config: { submissionTimeoutSeconds: number; deliveryReportTimeoutSeconds: number };
  storage: Storage;
};

const ERASURES_AT_ONCE = 50;
const MESSAGES_AT_ONCE = 500;
const FILES_AT_ONCE = 50;

/** Pause before a repeated or retried step, in milliseconds. */
const AGAIN_AFTER = 10 * MINUTE;

/**
 * Erases the content of messages from and to deleted contacts of an account, one part at a time. Keeps times,
 * numbers and outcomes. Returns whether a next part can follow without delay. Repeated calls are safe.
 */
export async function eraseDue(deps: ErasureDeps, account: string): Promise<boolean> {
  const { db, clock, log } = deps;
  const due = await dueErasures(db, account, clock.now(), {
    longestPause: AGAIN_AFTER,
    limit: ERASURES_AT_ONCE,
  });
  let more = due.length === ERASURES_AT_ONCE;
  for (const erasure of due) {
    try {
      more = (await eraseNext(deps, erasure)) || more;
    } catch (error) {
      const { accountId, contactId } = erasure;
      log.error({ err: error, accountId, contactId }, "failed to erase the messages of a deleted contact");
      await continueErasure(db, erasure, {
        erasedTo: erasure.erasedTo,
        dueAt: clock.now() + AGAIN_AFTER,
      });
    }
  }
  return more;
}

/** Erases the next part. Returns whether another part can follow without delay. */
async function eraseNext(deps: ErasureDeps, erasure: Erasure): Promise<boolean> {
  const { db, clock } = deps;
  const { accountId, upTo, erasedTo } = erasure;
  const now = clock.now();
  const person = { ...erasure, upToOfContact: await upToOfContact(deps, erasure) };
  const ids = await retryDeadlocks(() =>
    db.transaction(async (trx) => {
      const part = { after: erasedTo, reportsUntil: now - maxTimeInFlight(deps), limit: MESSAGES_AT_ONCE };
      const erased = await eraseMessages(trx, person, part);
      await voidFollowUps(trx, accountId, erased, now);
      return erased;
    }),
  );
  if (ids.length === MESSAGES_AT_ONCE) {
    await continueErasure(db, erasure, { erasedTo: ids.at(-1) ?? null, dueAt: now });
    return true;
  }
  if ((await removeInboundFiles(deps, erasure)) === FILES_AT_ONCE) return true;
  await eraseInbound(db, erasure);
  await eraseInboundEvents(db, erasure);
  const unfinished = now <= instantOf(upTo) + SEND_DURATION || (await hasContentLeft(db, person));
  if (unfinished) await continueErasure(db, erasure, { erasedTo: null, dueAt: now + AGAIN_AFTER });
  else await endErasure(db, erasure);
  return false;
}

/** Returns the maximum time from a change of a message to its next delivery report, in milliseconds. */
export const maxTimeInFlight = ({ config }: Pick<ErasureDeps, "config">) =>
  (config.submissionTimeoutSeconds + config.deliveryReportTimeoutSeconds) * SECOND;

/**
 * Returns the upper bound for ids of the contact's messages to erase. It covers sends that were in flight at
 * the deletion, unless the contact was restored.
 */
async function upToOfContact({ db }: ErasureDeps, { accountId, contactId, upTo }: Erasure): Promise<string> {
  const isBack = (await findContact(db, accountId, contactId)) !== null;
  return isBack ? upTo : firstIdAt(instantOf(upTo) + SEND_DURATION);
}

/** Deletes up to `FILES_AT_ONCE` inbound files, bytes before rows. Returns the number of deleted files. */
export async function removeInboundFiles(
  { db, storage }: Pick<ErasureDeps, "db" | "storage">,
  person: InboundOfPerson,
): Promise<number> {
  const fileIds = await inboundFilesOf(db, person, FILES_AT_ONCE);
  for (const id of fileIds) await storage.remove(storageKey({ accountId: person.accountId, id }));
  await db.transaction((trx) => deleteFilesOf(trx, person, fileIds));
  return fileIds.length;
}
