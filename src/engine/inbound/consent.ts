import type { MessageEffects } from "../../resources/messages/effects";
import type { Account } from "../../resources/accounts/accounts.store";
import type { Platform } from "../../platform/parts";
import type { Wakeups } from "../../queue/wakeups";
import { addMembers, removeMember } from "../../resources/contact-lists/members.store";
import { provisionedList } from "../../resources/contact-lists/contact-lists.store";
import { lockSharedContact } from "../../resources/contacts/contacts.store";
import { upsertOne } from "../../resources/contacts/upsert-one";
import type { Db } from "../../platform/db/dialect";
import { type Announcement, prepareMessages, writeMessages } from "../../resources/messages/creation";
import { renderMessage } from "../../resources/messages/rendered-message";
import { defaultSender, sendersOfChannel } from "../../resources/senders/senders.store";
import { compileContent } from "../../messaging/content";
import type { InboundMessage } from "../../resources/inbound/inbound";
import { setInboundContact } from "../../resources/inbound/inbound.store";
import { PRIORITY } from "../../resources/messages/submission-job";

type ConsentParts = Pick<Platform, "clock" | "ids" | "log" | "metrics"> & {
  wakeups: Wakeups;
} & MessageEffects;

/**
 * Puts the sender of a reply on the account's provisioned list, or takes it off, in the transaction that records the
 * reply; answers the confirmation where one was created.
 */
export async function applyConsent(
  app: ConsentParts,
  trx: Db,
  account: Account,
  keyword: "opt-out" | "opt-in",
  reply: InboundMessage,
): Promise<Announcement | null> {
  const listId = await provisionedList(trx, account.id);
  if (listId === null) return null;
  app.log.info(
    { accountId: account.id, inboundMessageId: reply.id, keyword },
    "a reply asked to opt in or out",
  );
  if (keyword === "opt-in") {
    if (reply.contactId !== null) await removeMember(trx, account.id, reply.contactId, listId);
    return null;
  }
  const contactId = await heldContact(app, trx, account.id, reply);
  const optedOut = { origin: "opt_out", at: reply.receivedAt } as const;
  // Created before the suppression, and exempt from it: this one message tells that there will be no more.
  const fresh = (await addMembers(trx, { accountId: account.id, listId }, [contactId], optedOut)) === 1;
  return fresh && account.optOutConfirmation !== null
    ? confirm(app, trx, account.id, reply, contactId, account.optOutConfirmation)
    : null;
}

/** The reply's contact, kept from being deleted meanwhile; a new one where there is none (any more). */
async function heldContact(
  app: ConsentParts,
  trx: Db,
  accountId: string,
  reply: InboundMessage,
): Promise<string> {
  const { contactId } = reply;
  if (contactId !== null && (await lockSharedContact(trx, accountId, contactId))) return contactId;
  const { contact } = await upsertOne(trx, app, accountId, { phone: reply.sender });
  await setInboundContact(trx, reply, contact.id);
  return contact.id;
}

async function confirm(
  app: ConsentParts,
  trx: Db,
  accountId: string,
  reply: InboundMessage,
  contactId: string,
  text: string,
): Promise<Announcement | null> {
  const { channel, sender: to } = reply;
  if (channel === "voice") return null;
  const sender = await answeringSender(trx, accountId, reply);
  const content = compileContent(channel, { type: "text", text });
  const draft = renderMessage(
    { channel, content, hasSender: sender !== null, mediaAvailable: true },
    { to, variables: undefined, contact: undefined },
  );
  const group = { accountId, channel, templateId: null, campaignId: null, sender, priority: PRIORITY.inline };
  const created = await prepareMessages(app, { ...group, exempt: true }, [
    { to, contactId, clientReference: null, draft },
  ]);
  await writeMessages(app, trx, created);
  return created.announcement;
}

/** The sender that the person wrote to, while the account has it. */
async function answeringSender(trx: Db, accountId: string, { channel, recipient }: InboundMessage) {
  const senders = await sendersOfChannel(trx, accountId, channel);
  const written = senders.find(({ address, removedAt }) => address === recipient && removedAt === null);
  return written ?? defaultSender(trx, accountId, channel);
}
