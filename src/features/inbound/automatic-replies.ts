import type { InboundMessage as Incoming } from "../../carriers/carrier";
import { compileContent } from "../../messaging/content";
import { effectOfReply, type WordEffect } from "../../messaging/opt-out-words";
import type { Db } from "../../platform/db/dialect";
import type { Platform } from "../../platform/platform";
import type { Wakeups } from "../../queue/wakeups";
import type { Account } from "../accounts/accounts.store";
import { type AutomaticReplyKind, claimAutomaticReply } from "../conversations/conversations.store";
import { type Announcement, prepareMessages, writeMessages } from "../messages/creation";
import type { MessageEffects } from "../messages/message-effects";
import { renderMessage } from "../messages/rendered-message";
import { defaultSender, sendersOfChannel } from "../senders/senders.store";
import type { InboundMessage } from "./inbound";

type Deps = Pick<Platform, "clock" | "ids" | "log" | "metrics"> & { wakeups: Wakeups } & MessageEffects;

interface AutomaticReply {
  kind: AutomaticReplyKind;
  text: string;
}

/**
 * Returns the effect of an inbound message: the consent change that the carrier detected, otherwise the
 * effect of the text. Returns null without an effect, or if opt-outs are switched off for the account.
 */
export const effectOf = (account: Account | null, { consent }: Incoming, text: string): WordEffect | null =>
  account?.optOut ? (consent ?? effectOfReply(account.words, text)) : null;

/**
 * Returns the automatic reply to an inbound message; null if there is none. `suppressed` means that this
 * message suppressed the contact, so a repeated opt-out gets no confirmation. A consent change that the
 * carrier detected gets no automatic reply, because the carrier replies to it.
 */
export function automaticReplyTo(
  { optOutConfirmation, helpAnswer }: Account,
  { consent }: Incoming,
  effect: WordEffect | null,
  suppressed: boolean,
): AutomaticReply | null {
  if (consent !== undefined) return null;
  if (suppressed && optOutConfirmation !== null) return { kind: "confirmation", text: optOutConfirmation };
  return effect === "help" && helpAnswer !== null ? { kind: "help_answer", text: helpAnswer } : null;
}

/**
 * Creates the automatic reply to a message, on the same channel and from the sender that received the reply.
 * The message is submitted even to a suppressed number. Returns null for voice, which has no texts, and for a
 * number that got an automatic reply of this kind within a day. The message's conversation must exist.
 */
export async function createAutomaticReply(
  deps: Deps,
  trx: Db,
  reply: InboundMessage,
  { kind, text }: AutomaticReply,
): Promise<Announcement | null> {
  const { accountId, channel, sender: to, contactId, receivedAt: now } = reply;
  if (channel === "voice") return null;
  if (!(await claimAutomaticReply(trx, accountId, { phone: to, kind, now }))) return null;
  const sender = await replySender(trx, accountId, reply);
  const content = compileContent(channel, { type: "text", text });
  const draft = renderMessage(
    { channel, content, hasSender: sender !== null, mediaAvailable: true },
    { to, variables: undefined, contact: undefined },
  );
  const group = {
    accountId,
    channel,
    templateId: null,
    campaignId: null,
    sender,
    purpose: "transactional" as const,
    exempt: true,
  };
  const created = await prepareMessages(deps, group, [{ to, contactId, clientReference: null, draft }]);
  await writeMessages(deps, trx, created);
  return created.announcement;
}

/**
 * Returns the sender to which the person wrote; if it was removed, the channel's default sender, or null
 * without one.
 */
async function replySender(trx: Db, accountId: string, { channel, recipient }: InboundMessage) {
  const senders = await sendersOfChannel(trx, accountId, channel);
  const written = senders.find(({ address, removedAt }) => address === recipient && removedAt === null);
  return written ?? defaultSender(trx, accountId, channel);
}
