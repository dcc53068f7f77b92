import type { Platform } from "../../platform/platform";
import { tapOf } from "../../carriers/suggestion-replies";
import { suggestionsOf } from "../../messaging/content-parts";
import type { DeliveryReports } from "../../features/dispatch/delivery-reports";
import { type InboundDeps, receiveInbound } from "../../features/inbound/receive";
import type { Message } from "../../features/messages/message";
import { findMessage } from "../../features/messages/messages.store";
import { shownNumber } from "../../messaging/erased-number";
import { conflict, notFound, unprocessable } from "../../platform/problem";
import { defaultSender } from "../../features/senders/senders.store";
import type { SandboxPhonePort, SandboxPhoneReply, SandboxPhoneSubscription } from "./sandbox-phone";

export type SimulatorDeps = InboundDeps & Pick<Platform, "db">;
type ReadDeps = Pick<Platform, "db" | "clock"> & { deliveryReports: DeliveryReports };

const CARRIER = "sandbox";

export function sandboxPhoneSimulator(deps: SimulatorDeps & ReadDeps): SandboxPhonePort {
  return {
    reply: (accountId, reply) => simulateReply(deps, accountId, reply),
    tap: (accountId, messageId, index) => simulateTap(deps, accountId, messageId, index),
    read: (accountId, messageId) => simulateRead(deps, accountId, messageId),
    subscription: (accountId, subscription) => simulateSubscription(deps, accountId, subscription),
  };
}

export async function simulateReply(
  deps: SimulatorDeps,
  accountId: string,
  { channel, from, to, text }: SandboxPhoneReply,
): Promise<void> {
  const address = to ?? (await defaultAddress(deps, accountId, channel));
  const content = { type: "text", text } as const;
  const common = { accountId, from, to: address, inReplyTo: null, reference: null };
  await receiveInbound(deps, CARRIER, { kind: "message", channel, ...common, content });
}

export async function simulateSubscription(
  deps: SimulatorDeps,
  accountId: string,
  { type, from, to }: SandboxPhoneSubscription,
): Promise<void> {
  const address = to ?? (await defaultAddress(deps, accountId, "rcs"));
  const common = { accountId, from, to: address, inReplyTo: null, reference: null };
  const event = { eventType: type, actionLabel: null, postbackData: null };
  await receiveInbound(deps, CARRIER, { kind: "rcs-event", ...common, ...event });
}

async function defaultAddress(
  { db }: Pick<Platform, "db">,
  accountId: string,
  channel: SandboxPhoneReply["channel"],
): Promise<string> {
  const sender = await defaultSender(db, accountId, channel);
  if (sender !== null) return sender.address;
  throw unprocessable(`The account has no sender for the channel ${channel}`, [
    { field: "to", message: "is required because the channel has no default sender" },
  ]);
}

export async function simulateTap(
  deps: SimulatorDeps,
  accountId: string,
  messageId: string,
  index: number,
): Promise<void> {
  const message = await onPhone(deps, accountId, messageId);
  const suggestions = message.content === null ? [] : suggestionsOf(message.content);
  const suggestion = suggestions[index]?.suggestion;
  if (!suggestion) {
    throw unprocessable("The suggestion does not exist in the message", [
      {
        field: "suggestion",
        message:
          suggestions.length === 0
            ? "must be absent: the message has no suggestions"
            : `must be from 0 to ${suggestions.length - 1}`,
      },
    ]);
  }
  const { recipient, sender } = message;
  await receiveInbound(
    deps,
    CARRIER,
    tapOf({ accountId, messageId, recipient, sender: sender ?? "" }, suggestion, null),
  );
}

export async function simulateRead(deps: ReadDeps, accountId: string, messageId: string): Promise<void> {
  const { channel } = await onPhone(deps, accountId, messageId);
  if (channel !== "rcs") throw conflict("Only RCS messages can be read on the sandbox phone");
  const occurredAt = deps.clock.now();
  const report = { accountId, messageId, status: "read", error: null, occurredAt } as const;
  await deps.deliveryReports.from(CARRIER)([report]);
}

/** Statuses of messages that have arrived or may have arrived on the simulated phone. */
const ARRIVED: readonly Message["status"][] = ["sent", "delivered", "read"];

async function onPhone({ db }: Pick<Platform, "db">, accountId: string, messageId: string): Promise<Message> {
  const message = await findMessage(db, accountId, messageId);
  if (message === null) throw notFound("The message");
  if (shownNumber(message.recipient) === null) throw conflict("The message's number was erased");
  if (!ARRIVED.includes(message.status)) throw conflict("The message did not reach the phone");
  if (message.carrier !== CARRIER) throw conflict("A carrier accepted the message, not the sandbox");
  return message;
}
