import type { Carriers } from "../../carriers/carrier";
import type { Channel } from "../../messaging/channel";

/** What a person answers in words. */
export interface HandsetReply {
  channel: Exclude<Channel, "voice">;
  /** The person's number, E.164. */
  from: string;
  /** The sender's address that the person writes to; null for the account's default sender of the channel. */
  to: string | null;
  text: string;
}

/**
 * What a person does with the phone, handed to the sandbox carrier, from where it comes in as from any other.
 * Each resolves once that carrier has passed it on. A message that the account does not have, or that never reached
 * the phone, is a Problem (404 or 409), and so is a suggestion that the message does not have (422).
 */
export interface HandsetPort {
  reply(accountId: string, reply: HandsetReply): Promise<void>;
  /** `suggestionIndex` counts from 0 in reading order: the cards' suggestions first, then the message's own. */
  tap(accountId: string, messageId: string, suggestionIndex: number): Promise<void>;
  read(accountId: string, messageId: string): Promise<void>;
}

/** Whether the phone is offered: it plays what only the sandbox sends, and takes a key into a browser. */
export const handsetOffered = ({
  config,
  carriers,
}: {
  config: { handset: boolean };
  carriers: Carriers;
}): boolean => config.handset && carriers.has("sandbox");
