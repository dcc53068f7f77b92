import type { Carriers } from "../../carriers/carrier";
import type { Channel } from "../../messaging/channel";

/** A text reply from the phone. */
export interface HandsetReply {
  channel: Exclude<Channel, "voice">;
  /** Number of the phone, E.164. */
  from: string;
  /** Address of the sender that gets the reply; null for the account's default sender of the channel. */
  to: string | null;
  text: string;
}

/**
 * Actions of the phone's user, which the sandbox carrier reports like any other carrier. Each resolves when
 * the service has processed the report. Throws a Problem: 404 for an unknown message, 409 for a message that
 * did not reach the phone, and 422 for a suggestion that the message does not have.
 */
export interface HandsetPort {
  reply(accountId: string, reply: HandsetReply): Promise<void>;
  /**
   * `suggestionIndex` counts from 0 in reading order: the cards' suggestions first, then the message's own.
   */
  tap(accountId: string, messageId: string, suggestionIndex: number): Promise<void>;
  read(accountId: string, messageId: string): Promise<void>;
}

/**
 * Returns whether the phone is enabled. It needs the sandbox carrier, and its setting, because users enter an
 * API key.
 */
export const handsetOffered = ({
  config,
  carriers,
}: {
  config: { handset: boolean };
  carriers: Carriers;
}): boolean => config.handset && carriers.has("sandbox");
