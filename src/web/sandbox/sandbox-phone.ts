import type { Carriers } from "../../carriers/carrier";
import type { Channel } from "../../messaging/channel";

export interface SandboxPhoneReply {
  channel: Exclude<Channel, "voice">;
  /** Phone number of the simulated phone, in E.164 format. */
  from: string;
  /** Sender address that receives the reply; null for the channel's default sender. */
  to: string | null;
  text: string;
}

/** Subscription or unsubscription by the phone's user in the messaging app. */
export interface SandboxPhoneSubscription extends Pick<SandboxPhoneReply, "from" | "to"> {
  type: "subscribe" | "unsubscribe";
}

/**
 * Actions of the simulated phone's user, which resolve after the service has processed them. Throw 404 for an
 * unknown message; 409 for one that is not on the phone, not RCS for `read`, or accepted by a real carrier.
 * Throw 422 for an unknown suggestion, or if `to` is null and the channel has no default sender.
 */
export interface SandboxPhonePort {
  reply(accountId: string, reply: SandboxPhoneReply): Promise<void>;
  /** Taps a suggestion. `suggestionIndex` counts from 0: first the cards' suggestions, then the message's. */
  tap(accountId: string, messageId: string, suggestionIndex: number): Promise<void>;
  read(accountId: string, messageId: string): Promise<void>;
  subscription(accountId: string, subscription: SandboxPhoneSubscription): Promise<void>;
}

export const PHONE_PAGE = "/console/phone";

interface Offer {
  config: { handset: boolean };
  carriers: Carriers;
}

export const sandboxPhoneOffered = ({ config, carriers }: Offer): boolean =>
  config.handset && carriers.has("sandbox");
