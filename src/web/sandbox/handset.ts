import type { Carriers } from "../../carriers/carrier";
import type { Channel } from "../../messaging/channel";

export interface HandsetReply {
  channel: Exclude<Channel, "voice">;
  /** E.164. */
  from: string;
  /** Sender address that receives the reply; null for the channel's default sender. */
  to: string | null;
  text: string;
}

/** Subscription or unsubscription in the messaging app. */
export interface HandsetSubscription extends Pick<HandsetReply, "from" | "to"> {
  type: "subscribe" | "unsubscribe";
}

/**
 * Actions of the phone's user, reported through the sandbox carrier. An action resolves after the service has
 * processed it. It throws a Problem: 404 for an unknown message, 409 for a message that is not on the phone,
 * that another carrier accepted, or that cannot be read because it is not RCS, and 422 for an unknown
 * suggestion. It also throws 422 if `to` is null and the channel has no default sender.
 */
export interface HandsetPort {
  reply(accountId: string, reply: HandsetReply): Promise<void>;
  /**
   * Taps a suggestion. `suggestionIndex` counts from 0: first the cards' suggestions, then the message's
   * suggestions.
   */
  tap(accountId: string, messageId: string, suggestionIndex: number): Promise<void>;
  read(accountId: string, messageId: string): Promise<void>;
  subscription(accountId: string, subscription: HandsetSubscription): Promise<void>;
}

export const PHONE_PAGE = "/console/phone";

interface Offer {
  config: { handset: boolean };
  carriers: Carriers;
}

export const handsetOffered = ({ config, carriers }: Offer): boolean =>
  config.handset && carriers.has("sandbox");
