import type { Platform } from "../../platform/platform";
import type { Storage } from "../../storage/storage";
import { retryDeadlocks } from "../../platform/db/errors";
import { storageKey } from "../files/addresses";
import { voidFollowUps } from "../follow-ups/follow-ups.store";
import { firstIdAt, instantOf } from "../../platform/ids";
import {
  eraseInbound,
  forgetInboundFiles,
  type InboundOfPerson,
  inboundFilesOf,
} from "../inbound/erasure.store";
import { eraseMessages, hasContentLeft } from "../messages/erasure.store";
import { eraseInboundEvents } from "../webhooks/erasure.store";
import { MINUTE, SECOND } from "../../platform/time";
import { findContact } from "../contacts/contacts.store";
import { continueErasure, dueErasures, endErasure, type Erasure } from "../contacts/erasures.store";

export type ErasureParts = Pick<Platform, "db" | "clock" | "log"> & {
  config: { submissionTimeoutSeconds: number; deliveryReportTimeoutSeconds: number };
  storage: Storage;
};

const ERASURES_AT_ONCE = 50;
const MESSAGES_AT_ONCE = 500;
const FILES_AT_ONCE = 50;

/** A send that read the contact before it was deleted has written its message by then, in milliseconds. */
const UNDER_WAY = MINUTE;
/** How soon messages that were still on their way are looked at again, and what failed is tried again. */
const AGAIN_AFTER = 10 * MINUTE;

/**
 * Takes the words from what was exchanged with deleted contacts of an account, a part at a time: the record of when, how
 * and with what outcome stays with the account. True when there may be more to do at once. Safe to repeat.
 */
export async function eraseDue(app: ErasureParts, account: string): Promise<boolean> {
  const { db, clock, log } = app;
  const due = await dueErasures(db, account, clock.now(), ERASURES_AT_ONCE);
  let more = due.length === ERASURES_AT_ONCE;
  for (const erasure of due) {
    try {
      more = (await eraseNext(app, erasure)) || more;
    } catch (error) {
      const { accountId, contactId } = erasure;
      log.error({ err: error, accountId, contactId }, "what a deleted contact left could not be erased");
      await continueErasure(db, erasure, {
        erasedTo: erasure.erasedTo,
        dueAt: clock.now() + AGAIN_AFTER,
      });
    }
  }
  return more;
}

/** True while there is more to erase at once. */
async function eraseNext(app: ErasureParts, erasure: Erasure): Promise<boolean> {
  const { db, clock } = app;
  const { accountId, upTo, erasedTo } = erasure;
  const now = clock.now();
  const person = { ...erasure, upToOfContact: await upToOfContact(app, erasure) };
  const ids = await retryDeadlocks(() =>
    db.transaction(async (trx) => {
      const pace = { after: erasedTo, reportsUntil: now - onTheirWay(app), limit: MESSAGES_AT_ONCE };
      const erased = await eraseMessages(trx, person, pace);
      await voidFollowUps(trx, accountId, erased, now);
      return erased;
    }),
  );
  if (ids.length === MESSAGES_AT_ONCE) {
    await continueErasure(db, erasure, { erasedTo: ids.at(-1) ?? null, dueAt: now });
    return true;
  }
  if (await removeInboundFiles(app, erasure)) return true;
  await eraseInbound(db, erasure);
  await eraseInboundEvents(db, erasure);
  const unfinished = now <= instantOf(upTo) + UNDER_WAY || (await hasContentLeft(db, person));
  if (unfinished) await continueErasure(db, erasure, { erasedTo: null, dueAt: now + AGAIN_AFTER });
  else await endErasure(db, erasure);
  return false;
}

/** How long after its creation a message may be submitted and reported on, in milliseconds. */
const onTheirWay = ({ config }: ErasureParts) =>
  (config.submissionTimeoutSeconds + config.deliveryReportTimeoutSeconds) * SECOND;

/** A contact that came back has new messages; of one that did not, what was under way counts too. */
async function upToOfContact({ db }: ErasureParts, { accountId, contactId, upTo }: Erasure): Promise<string> {
  const isBack = (await findContact(db, accountId, contactId)) !== null;
  return isBack ? upTo : firstIdAt(instantOf(upTo) + UNDER_WAY);
}

/** True while there are more. Bytes go first, so that none are left without a row that names them. */
async function removeInboundFiles({ db, storage }: ErasureParts, person: InboundOfPerson): Promise<boolean> {
  const fileIds = await inboundFilesOf(db, person, FILES_AT_ONCE);
  for (const id of fileIds) await storage.remove(storageKey({ accountId: person.accountId, id }));
  await db.transaction((trx) => forgetInboundFiles(trx, person, fileIds));
  return fileIds.length === FILES_AT_ONCE;
}
