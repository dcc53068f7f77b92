import { eraseContact } from "../contacts/contacts.store";
import {
  deleteContactRow,
  deletePhoneRecords,
  lockContactOf,
  type NumberOfAccount,
} from "../contacts/number-erasure.store";
import { lockNumbers } from "../contacts/number-lock.store";
import { removeMember } from "../contact-lists/members.store";
import { keepAfterDeletion } from "../contact-lists/provisioned-consent";
import { forgetNumbers, type LedgerDeps } from "../consents/ledger";
import { eraseNumberFromReports } from "../dispatch/number-erasure.store";
import { voidFollowUps } from "../follow-ups/follow-ups.store";
import { removeTableWith } from "../imports/number-erasure";
import {
  eraseNumberFromRejections,
  hasActiveImportUpTo,
  nextTable,
  type RejectionPlace,
} from "../imports/number-erasure.store";
import { eraseSender } from "../inbound/number-erasure.store";
import { INBOUND_TABLES } from "../inbound/retention.store";
import { SEND_DURATION } from "../messages/message";
import {
  eraseUnneededFields,
  eraseMessagesTo,
  eraseNumberFromKeys,
  hasMessagesTo,
  type MessagesToNumber,
  releaseNamingKeys,
  settledMessagesTo,
} from "../messages/number-erasure.store";
import { deletedMessagesUntil } from "../messages/retention.store";
import { cancelUnsubmittedTo, type WaitingDeps } from "../messages/waiting";
import { deleteNamingTagCounts } from "../messages/tag-erasure.store";
import { unindexedDeliveries } from "../webhooks/by-number.store";
import { eraseSenderFromEvents, eraseSenderFromPayloads } from "../webhooks/erasure.store";
import { eraseFromPayloads, eraseMessageEvents } from "../webhooks/number-erasure.store";
import { retryDeadlocks } from "../../platform/db/errors";
import { firstIdAt, instantOf } from "../../platform/ids";
import type { Platform } from "../../platform/platform";
import type { JobNotification } from "../../queue/job";
import { notifyAll } from "../../queue/wakeups";
import { type ErasureDeps, maxTimeInFlight, removeInboundFiles } from "./erase";
import {
  beginErasure,
  endProgress,
  type ErasureStep,
  erasureProgress,
  type Progress,
  saveProgress,
  STEPS,
} from "./progress.store";

export type NumberErasureDeps = ErasureDeps & WaitingDeps & Pick<Platform, "foreground"> & LedgerDeps;

export type ErasedCounts = Partial<
  Record<
    | "contacts"
    | "messages"
    | "inbound_messages"
    | "inbound_rcs_events"
    | "consents"
    | "webhook_deliveries"
    | "imports"
    | "idempotency_keys"
    | "files",
    number
  >
>;

interface ErasedPart {
  /** Counts of this part alone. `imports` counts rejected rows. */
  counts: ErasedCounts;
  /** `waiting` if a send, a message in flight, an import or an idempotency key still needs the rest. */
  state: "more" | "waiting" | "done";
}

const MESSAGES_AT_ONCE = 200;
const RECORDS_AT_ONCE = 500;
/** Stored responses of idempotency keys per statement. Each response has up to 150 KB. */
const ANSWERS_AT_ONCE = 25;
/** Maximum statements over stored responses in one part. */
const ANSWER_SLICES = 40;
const KEYS_AT_ONCE = 1_000;
const DELIVERY_PAGES = 10;

/**
 * Erases the next part of the data that is stored under a number of an account, with ids up to `upTo`.
 * Deletes the contact. Removes number and content from everything else; totals, times, outcomes and prices
 * stay. Cancels messages that no carrier can have accepted. Messages in flight keep what the exchange with
 * their carrier needs, until their outcome. Each `upTo` is a separate erasure. Call until the
 * state is `done`; repeated and concurrent calls are safe.
 */
export async function erasePart(deps: NumberErasureDeps, of: NumberOfAccount): Promise<ErasedPart> {
  const { db, foreground } = deps;
  await foreground.yieldToRequests();
  const progress = await erasureProgress(db, of);
  const to = messagesOf(of, progress);
  // Without the cancellation, waiting messages would keep the number and be sent later. Since the last part,
  // a send may have stored messages, and a worker may have offered or released messages that it had leased.
  await cancelUnsubmittedTo(deps, to);
  if (progress === null) return { counts: await eraseFirst(deps, of), state: "more" };

  const messages = await eraseMessages(deps, to);
  if (isAny(messages)) return { counts: messages, state: "more" };
  const inbound = await eraseInboundOf(deps, of);
  if (isAny(inbound)) return { counts: inbound, state: "more" };
  return eraseInStep[progress.step](deps, of, progress);
}

const isAny = (counts: ErasedCounts) => Object.values(counts).some((count) => count > 0);

/** Deletes the contact with its memberships, and begins the erasure of the rest. */
async function eraseFirst(deps: NumberErasureDeps, of: NumberOfAccount): Promise<ErasedCounts> {
  const { accountId, phone, upTo } = of;
  const { contact, consents, notifications } = await retryDeadlocks(() =>
    deps.db.transaction(async (trx) => {
      const notifications: JobNotification[] = [];
      let consents = 0;
      await lockNumbers(trx, accountId, [phone]);
      const contact = await lockContactOf(trx, of);
      if (contact?.isPresent) {
        const deleted = { contactId: contact.id, phone, upTo };
        const kept = await keepAfterDeletion(deps, trx, accountId, deleted);
        consents += kept.forgotten;
        notifications.push(...kept.notifications);
        // Messages under the contact's other numbers lose their content, as after every deletion.
        await eraseContact(trx, accountId, contact.id, upTo, deps.clock.now());
        await removeMember(trx, accountId, contact.id);
      } else {
        consents += await forgetNumbers(deps, trx, accountId, [phone], upTo);
      }
      await deletePhoneRecords(trx, of);
      if (contact) await deleteContactRow(trx, accountId, contact.id);
      await beginErasure(trx, of, contact?.id ?? null);
      return { contact, consents, notifications };
    }),
  );
  notifyAll(deps.wakeups, notifications);
  return { contacts: contact ? 1 : 0, consents };
}

const messagesOf = (of: NumberOfAccount, progress: Progress | null): MessagesToNumber => ({
  ...of,
  contactId: progress?.contactId ?? null,
  upToOfContact: firstIdAt(sendsWritten(of)),
});

/** Erases the next messages that are not in flight, with their events. */
async function eraseMessages(deps: NumberErasureDeps, to: MessagesToNumber): Promise<ErasedCounts> {
  const { db, clock } = deps;
  const ids = await settledMessagesTo(db, to, clock.now() - maxTimeInFlight(deps), MESSAGES_AT_ONCE);
  if (ids.length === 0) return {};
  // Erase the events first, because only the messages lead to the events. Erase the events again afterwards,
  // because reports may have added events in between.
  const before = await eraseMessageEvents(deps, { ...to, messageIds: ids });
  await retryDeadlocks(() =>
    db.transaction(async (trx) => {
      await eraseMessagesTo(trx, to, ids);
      await voidFollowUps(trx, to.accountId, ids, clock.now());
    }),
  );
  const after = await eraseMessageEvents(deps, { ...to, messageIds: ids });
  return { messages: ids.length, webhook_deliveries: before + after };
}

/** Erases everything of the messages in flight that the exchange with the carrier does not need. */
async function eraseUnneeded(deps: NumberErasureDeps, to: MessagesToNumber): Promise<void> {
  const { db, clock } = deps;
  const ids = await eraseUnneededFields(db, to, MESSAGES_AT_ONCE);
  await voidFollowUps(db, to.accountId, ids, clock.now());
  await eraseMessageEvents(deps, { ...to, messageIds: ids });
}

async function eraseInboundOf(deps: NumberErasureDeps, of: NumberOfAccount): Promise<ErasedCounts> {
  const { db } = deps;
  const files = await removeInboundFiles(deps, of);
  if (files > 0) return { files };
  const [messages, events] = INBOUND_TABLES;
  return {
    [messages]: await eraseSender(db, messages, of, RECORDS_AT_ONCE),
    [events]: await eraseSender(db, events, of, RECORDS_AT_ONCE),
    webhook_deliveries: await eraseSenderFromEvents(db, of),
  };
}

type Step = (deps: NumberErasureDeps, of: NumberOfAccount, progress: Progress) => Promise<ErasedPart>;

const eraseInStep: Readonly<Record<ErasureStep, Step>> = {
  async keys(deps, of, progress) {
    const { db, foreground } = deps;
    let { after } = progress;
    if (after === null) await eraseUnneeded(deps, messagesOf(of, progress));
    // A send that began before the erasure request may store its response and its messages later.
    if (mayBeWriting(deps, of)) return { counts: {}, state: "waiting" };
    let changed = 0;
    for (let slices = 0; slices < ANSWER_SLICES; slices++) {
      await foreground.yieldToRequests();
      const slice = { after, storedBy: sendsWritten(of), limit: ANSWERS_AT_ONCE };
      const part = await eraseNumberFromKeys(db, of, slice);
      changed += part.changed;
      after = part.last;
      if (after === null) break;
    }
    await saveProgress(db, of, after === null ? nextOf("keys") : { step: "keys", after });
    return { counts: { idempotency_keys: changed }, state: "more" };
  },

  async events(deps, of, progress) {
    const { db, foreground } = deps;
    let { after } = progress;
    let changed = 0;
    const deletedUntil = await deletedMessagesUntil(db, of.accountId);
    for (let pages = 0; pages < DELIVERY_PAGES; pages++) {
      await foreground.yieldToRequests();
      const found = await unindexedDeliveries(db, of, { after, deletedUntil });
      changed += await eraseSenderFromPayloads(db, of, found.inbound);
      changed += await eraseFromPayloads(deps, { ...of, messageIds: [] }, found.ofDeletedMessages);
      after = found.last;
      if (after === null) break;
    }
    await saveProgress(db, of, after === null ? nextOf("events") : { step: "events", after });
    return { counts: { webhook_deliveries: changed }, state: "more" };
  },

  async rejections({ db }, of, { after }) {
    if (await hasActiveImportUpTo(db, of)) return { counts: {}, state: "waiting" };
    const place = after === null ? null : (JSON.parse(after) as RejectionPlace);
    const { changed, last } = await eraseNumberFromRejections(db, of, place, RECORDS_AT_ONCE);
    const reached = { step: "rejections", after: JSON.stringify(last) } as const;
    await saveProgress(db, of, last === null ? nextOf("rejections") : reached);
    return { counts: { imports: changed }, state: "more" };
  },

  async tables(deps, of, { after }) {
    const fileId = await nextTable(deps.db, of, after);
    const removal = fileId === null ? "absent" : await removeTableWith(deps, of, fileId);
    if (removal === "in use") return { counts: {}, state: "waiting" };
    await saveProgress(deps.db, of, fileId === null ? nextOf("tables") : { step: "tables", after: fileId });
    return { counts: { files: removal === "removed" ? 1 : 0 }, state: "more" };
  },

  async exchange(deps, of, progress) {
    const { db } = deps;
    const to = messagesOf(of, progress);
    await eraseUnneeded(deps, to);
    if (mayBeWriting(deps, of) || (await hasMessagesTo(db, to))) return { counts: {}, state: "waiting" };
    // Reads the reports of all accounts, so it runs once, after the wait.
    await eraseNumberFromReports(deps, of.phone);
    await deleteNamingTagCounts(db, of);
    await saveProgress(db, of, nextOf("exchange"));
    return { counts: {}, state: "more" };
  },

  async claims({ db, clock }, of, { after }) {
    const slice = { after, storedBy: sendsWritten(of), limit: KEYS_AT_ONCE };
    const { isWaiting, last } = await releaseNamingKeys(db, of, slice, clock.now());
    if (last === null && !isWaiting) {
      await endProgress(db, of);
      return { counts: {}, state: "done" };
    }
    await saveProgress(db, of, { step: "claims", after: last });
    return { counts: {}, state: isWaiting ? "waiting" : "more" };
  },
};

/** Returns the time by which sends that began before the erasure request have stored everything. */
export const sendsWritten = ({ upTo }: Pick<NumberOfAccount, "upTo">) => instantOf(upTo) + SEND_DURATION;

/** Returns whether a send that had read the contact before its deletion may still be writing its messages. */
const mayBeWriting = ({ clock }: NumberErasureDeps, of: NumberOfAccount) => clock.now() <= sendsWritten(of);

const nextOf = (step: ErasureStep) => ({
  step: STEPS[STEPS.indexOf(step) + 1] ?? ("claims" as const),
  after: null,
});
