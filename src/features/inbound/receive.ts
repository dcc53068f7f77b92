import type { MessageEffects } from "../messages/message-effects";
import { limits } from "../../../generated/server/values";
import { accountAndContact, findAccount } from "../accounts/accounts.store";
import type { Platform } from "../../platform/platform";
import type { JobNotification } from "../../queue/job";
import { notifyAll, type Wakeups } from "../../queue/wakeups";
import type {
  Inbound,
  InboundMessage as Incoming,
  InboundRcsEvent as IncomingEvent,
} from "../../carriers/carrier";
import { countResponse, type ResponseKind } from "../campaigns/responses.store";
import type { Db } from "../../platform/db/dialect";
import { retryDeadlocks } from "../../platform/db/errors";
import type { LedgerDeps } from "../consents/ledger";
import { addToConversation, setOptedOut } from "../conversations/conversations.store";
import { instantOf } from "../../platform/ids";
import { type Announcement, afterCommit } from "../messages/creation";
import { shortened } from "../../platform/text";
import type { Instant } from "../../platform/time";
import { eventToContract, type InboundMessage, type InboundRcsEvent } from "./inbound";
import { type InboundFile, insertInboundFiles } from "./inbound-files.store";
import { writeEffects } from "../../queue/effects";
import type { InboundEffects } from "./inbound-effects";
import {
  findInboundMessage,
  insertInboundMessage,
  insertInboundRcsEvent,
  type PairedMessage,
  pairedMessage,
  PAIRING_WINDOW,
  setInboundContact,
} from "./inbound.store";
import { shownMessages } from "./shown";
import { createAutomaticReply, automaticReplyTo, effectOf } from "./automatic-replies";
import { applyConsent, type ConsentAction, type ConsentChange, optedOutNumbers } from "./consent";

export type InboundDeps = Pick<Platform, "db" | "clock" | "ids" | "log" | "metrics"> & {
  wakeups: Wakeups;
  config: { publicUrl: string };
} & LedgerDeps &
  MessageEffects &
  InboundEffects;

// Maximum lengths of the contract, in UTF-16 units. Longer values from carriers are cut.
const MAX_TEXT = limits.InboundMessage.text.maxLength;
const MAX_LABEL = limits.InboundRcsEvent.action_label.maxLength;
const MAX_POSTBACK = limits.InboundMessage.postback_data.maxLength;
export const MAX_NAME = limits.InboundFile.filename.maxLength;

/** Shortens a value from a carrier, and removes NUL, which PostgreSQL refuses in texts. */
export const cut = (text: string | null, max: number) =>
  text === null ? null : shortened(text.replaceAll("\0", ""), max);

/**
 * Records an inbound message or event and applies its consent request. Returns false if the message or event
 * is already recorded.
 */
export async function receiveInbound(
  deps: InboundDeps,
  carrier: string,
  item: Inbound,
  file: InboundFile | null = null,
): Promise<boolean> {
  const id = deps.ids.next(deps.clock.now());
  const receivedAt = instantOf(id);
  const recorded =
    item.kind === "message"
      ? await receiveMessage(deps, carrier, item, id, receivedAt, file)
      : await receiveEvent(deps, carrier, item, id, receivedAt);
  const kind = item.kind === "message" ? item.content.type : item.eventType;
  deps.metrics.inbound.inc({ kind, outcome: recorded ? "recorded" : "repeated" });
  return recorded;
}

const inTransaction = <T>({ db }: InboundDeps, work: (trx: Db) => Promise<T>): Promise<T> =>
  retryDeadlocks(() => db.transaction(work));

async function receiveMessage(
  deps: InboundDeps,
  carrier: string,
  item: Incoming,
  id: string,
  receivedAt: Instant,
  file: InboundFile | null,
): Promise<boolean> {
  const { accountId, content } = item;
  const text = content.type === "text" || content.type === "suggestion" ? cut(content.text, MAX_TEXT) : null;
  const written = await inTransaction(deps, async (trx): Promise<Recorded | null> => {
    const paired = await pair(trx, item, item.channel, receivedAt);
    const { account, contactId: known } = await accountAndContact(trx, accountId, item.from);
    const message: InboundMessage = {
      ...common(carrier, item, id, receivedAt, paired),
      channel: item.channel,
      recipient: cut(item.to, MAX_NAME) ?? "",
      contentType: content.type,
      text,
      postbackData: content.type === "suggestion" ? cut(content.postbackData, MAX_POSTBACK) : null,
      fileId: file?.id ?? null,
      location:
        content.type === "location" ? { latitude: content.latitude, longitude: content.longitude } : null,
      contactId: known,
    };
    if (!(await insertInboundMessage(trx, message))) return null;
    if (file) await insertInboundFiles(trx, [file]);
    const effect = text === null ? null : effectOf(account, item, text);
    const changed =
      effect === null || effect === "help" ? null : await consentOfReply(deps, trx, effect, message);
    const notifications = await writeMessageEffects(deps, trx, message);
    const contactId = changed?.contactId ?? message.contactId;
    await countResponseTo(trx, message, { paired, contactId }, [
      "replied",
      ...(changed?.suppressed ? ["opted_out" as const] : []),
    ]);
    const optedOut = changed ? effect === "opt-out" : null;
    const { sender: phone } = message;
    const wasOptedOut = async () => (await optedOutNumbers(deps, trx, accountId, [phone])).has(phone);
    const received = { accountId, phone, message, optedOut, wasOptedOut };
    // Adding the message locks the conversation until the commit. It is therefore the last step; only an
    // automatic reply, which is rare, follows.
    await addToConversation(trx, deps.ids.next(receivedAt), received);
    const automaticReply = account && automaticReplyTo(account, item, effect, changed?.suppressed ?? false);
    const announcement =
      automaticReply && (await createAutomaticReply(deps, trx, { ...message, contactId }, automaticReply));
    return { announcement, notifications: [...notifications, ...(changed?.notifications ?? [])] };
  });
  if (written === null) return false;
  if (written.announcement) afterCommit(deps, [written.announcement]);
  notifyAll(deps.wakeups, written.notifications);
  return true;
}

interface Recorded {
  /** The automatic reply, if one is sent. */
  announcement: Announcement | null;
  notifications: JobNotification[];
}

async function consentOfReply(
  deps: InboundDeps,
  trx: Db,
  consent: ConsentAction,
  reply: InboundMessage,
): Promise<ConsentChange> {
  const { accountId, contactId: known, sender: phone, receivedAt: at } = reply;
  const origin = { source: "keyword", at, inboundMessageId: reply.id } as const;
  const changed = await applyConsent(deps, trx, accountId, consent, { phone, origin });
  const { contactId } = changed;
  if (contactId !== null && contactId !== known) await setInboundContact(trx, reply, contactId);
  return changed;
}

/**
 * Counts a response to the campaign of an inbound message or event; does nothing without a campaign. The
 * respondent is the contact to which the campaign sent its message, even if the number now belongs to another
 * contact or to none. If the sent message had no contact, the respondent is the number's contact. If the
 * number has no contact either, the id of the sent message stands for the respondent.
 */
async function countResponseTo(
  trx: Db,
  { accountId, campaignId }: InboundMessage | InboundRcsEvent,
  { paired, contactId }: { paired: PairedMessage | null; contactId: string | null },
  kinds: readonly ResponseKind[],
): Promise<void> {
  if (campaignId === null || paired === null) return;
  const respondent = paired.contactId ?? contactId ?? paired.id;
  await countResponse(trx, { accountId, campaignId, respondent }, kinds);
}

/**
 * Runs the effects on the message as read from the database. It then has the contact that an opt-in or
 * opt-out in its text may have created.
 */
function writeMessageEffects(
  deps: InboundDeps,
  trx: Db,
  { accountId, id }: InboundMessage,
): Promise<JobNotification[]> {
  const { config, clock } = deps;
  const read = async () => {
    const stored = await findInboundMessage(trx, accountId, id);
    return shownMessages({ db: trx, config }, accountId, stored ? [stored] : []);
  };
  return writeEffects(deps.inboundEffects, trx, { kind: "message", accountId, at: clock.now(), read });
}

/** Consent changes of Google's subscription events. The messaging app itself confirms them to the person. */
const CONSENT_OF_EVENT: Partial<Record<IncomingEvent["eventType"], ConsentAction>> = {
  subscribe: "opt-in",
  unsubscribe: "opt-out",
};

async function receiveEvent(
  deps: InboundDeps,
  carrier: string,
  item: IncomingEvent,
  id: string,
  receivedAt: Instant,
): Promise<boolean> {
  const { accountId } = item;
  const notifications = await inTransaction(deps, async (trx): Promise<JobNotification[] | null> => {
    const paired = await pair(trx, item, "rcs", receivedAt);
    const event: InboundRcsEvent = {
      ...common(carrier, item, id, receivedAt, paired),
      eventType: item.eventType,
      actionLabel: cut(item.actionLabel, MAX_LABEL),
      postbackData: cut(item.postbackData, MAX_POSTBACK),
    };
    if (!(await insertInboundRcsEvent(trx, event))) return null;
    const received = {
      kind: "event",
      accountId,
      at: deps.clock.now(),
      event: eventToContract(event),
    } as const;
    const written = await writeEffects(deps.inboundEffects, trx, received);
    const consent = CONSENT_OF_EVENT[event.eventType];
    if (consent && (await findAccount(trx, accountId))?.optOut) {
      const origin = { source: "rcs", at: receivedAt, inboundRcsEventId: id } as const;
      const person = { phone: event.sender, origin };
      const changed = await applyConsent(deps, trx, accountId, consent, person);
      const { contactId: respondent } = changed;
      if (changed.suppressed)
        await countResponseTo(trx, event, { paired, contactId: respondent }, ["opted_out"]);
      await setOptedOut(trx, accountId, event.sender, consent === "opt-out");
      written.push(...changed.notifications);
    }
    return written;
  });
  if (notifications === null) return false;
  notifyAll(deps.wakeups, notifications);
  return true;
}

const common = (
  carrier: string,
  item: Inbound,
  id: string,
  receivedAt: Instant,
  paired: PairedMessage | null,
) => ({
  accountId: item.accountId,
  id,
  sender: item.from,
  pairedMessageId: paired?.id ?? null,
  campaignId: paired?.campaignId ?? null,
  carrier,
  reference: item.reference,
  receivedAt,
});

const pair = (trx: Db, item: Inbound, channel: Incoming["channel"], receivedAt: Instant) =>
  pairedMessage(trx, item.accountId, { ...item, channel }, receivedAt - PAIRING_WINDOW);
