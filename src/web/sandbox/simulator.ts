import type { Platform } from "../../platform/platform";
import { suggestionsInOrder, tapOf } from "../../carriers/suggestion-replies";
import type { DeliveryReports } from "../../features/dispatch/delivery-reports";
import { type InboundParts, receiveInbound } from "../../features/inbound/receive";
import type { Message } from "../../features/messages/message";
import { findMessage } from "../../features/messages/messages.store";
import { conflict, notFound, unprocessable } from "../../platform/problem";
import { defaultSender } from "../../features/senders/senders.store";
import type { HandsetPort, HandsetReply } from "./handset";

export type ByHandParts = InboundParts & Pick<Platform, "db">;
/** A read is reported, and the other actions are received. */
export type ReadParts = Pick<Platform, "db" | "clock"> & { deliveryReports: DeliveryReports };

const CARRIER = "sandbox";

/** What a person does with the phone comes in here as the sandbox carrier's own, the way that it takes from any carrier. */
export function handsetSimulator(app: ByHandParts & ReadParts): HandsetPort {
  return {
    reply: (accountId, reply) => replyByHand(app, accountId, reply),
    tap: (accountId, messageId, index) => tapByHand(app, accountId, messageId, index),
    read: (accountId, messageId) => readByHand(app, accountId, messageId),
  };
}

export async function replyByHand(
  app: ByHandParts,
  accountId: string,
  { channel, from, to, text }: HandsetReply,
): Promise<void> {
  const address = to ?? (await defaultSender(app.db, accountId, channel))?.address;
  if (address === undefined) {
    throw unprocessable(`The account has no sender for the channel ${channel}`, [
      { field: "to", message: "is needed where there is no default sender" },
    ]);
  }
  const content = { type: "text", text } as const;
  const common = { accountId, from, to: address, inReplyTo: null, reference: null };
  await receiveInbound(app, CARRIER, { kind: "message", channel, ...common, content });
}

export async function tapByHand(
  app: ByHandParts,
  accountId: string,
  messageId: string,
  index: number,
): Promise<void> {
  const message = await onPhone(app, accountId, messageId);
  const suggestions = message.content === null ? [] : suggestionsInOrder(message.content);
  const suggestion = suggestions[index];
  if (!suggestion) {
    throw unprocessable("The message has no such suggestion", [
      {
        field: "suggestion",
        message:
          suggestions.length === 0
            ? "names one, but the message has none"
            : `must be from 0 to ${suggestions.length - 1}`,
      },
    ]);
  }
  const { recipient, sender } = message;
  await receiveInbound(
    app,
    CARRIER,
    tapOf({ accountId, messageId, recipient, sender: sender ?? "" }, suggestion, null),
  );
}

export async function readByHand(app: ReadParts, accountId: string, messageId: string): Promise<void> {
  await onPhone(app, accountId, messageId);
  const occurredAt = app.clock.now();
  const report = { accountId, messageId, status: "read", error: null, occurredAt } as const;
  await app.deliveryReports.from(CARRIER)([report]);
}

/** Statuses of messages that a phone has got, or may have. */
const ARRIVED: readonly Message["status"][] = ["sent", "delivered", "read"];

async function onPhone({ db }: Pick<Platform, "db">, accountId: string, messageId: string): Promise<Message> {
  const message = await findMessage(db, accountId, messageId);
  if (message === null) throw notFound("The message");
  if (!ARRIVED.includes(message.status)) throw conflict("The message did not reach the phone");
  return message;
}
