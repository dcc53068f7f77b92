import { limits, patterns } from "../../../generated/server/values";
import type { Channel } from "../../messaging/channel";
import { unprocessable } from "../../platform/problem";
import type { Instant } from "../../platform/time";

/** An address that messages of one channel go out from. */
export interface Sender {
  id: string;
  accountId: string;
  channel: Channel;
  address: string;
  /** The name of the carrier that takes its messages. */
  carrier: string;
  /** Whether the channel's messages go out from it; one sender of a channel at most. */
  isDefault: boolean;
  /** Messages a second that are handed to the carrier at most. */
  maxPerSecond: number;
  createdAt: Instant;
  /** When the operator removed it. It sends nothing new; its queue, and what it has sent, still name it. */
  removedAt: Instant | null;
}

/** The fastest that a sender can be set to, in messages a second. */
export const MAX_PER_SECOND = limits.Sender.max_per_second.maximum;

const SHORT_CODE = /^\d{3,8}$/;
const E164 = new RegExp(patterns.PhoneNumber, "u");
// Of the ids that RCS platforms give out (letters, digits and marks, at times with a domain), the common form.
const AGENT_ID = /^[A-Za-z0-9][A-Za-z0-9_.@:-]{0,254}$/;

/** What an address of each channel must look like. */
const ADDRESSES: Readonly<Record<Channel, { fits: (address: string) => boolean; form: string }>> = {
  sms: {
    fits: (address) => SHORT_CODE.test(address) || E164.test(address),
    form: "a short code of 3 to 8 digits or a number in E.164 (+ and 7 to 15 digits)",
  },
  rcs: { fits: (address) => AGENT_ID.test(address), form: "an agent id (letters, digits, _ . @ : -)" },
  voice: { fits: (address) => E164.test(address), form: "a number in E.164 (+ and 7 to 15 digits)" },
};

/** Throws 422 for a chosen sender that was not found on the channel; other accounts' senders are never found. */
export function requireChosenSender(senderId: string | null, channel: Channel, sender: Sender | null): void {
  if (senderId === null || sender !== null) return;
  throw unprocessable("The sender does not exist", [
    { field: "sender_id", message: `must be the id of a sender of this account for the channel ${channel}` },
  ]);
}

/** Why the address cannot send on the channel, or null where it can. */
export function addressProblem(channel: Channel, address: string): string | null {
  const { fits, form } = ADDRESSES[channel];
  return fits(address) ? null : `The address of a sender for ${channel} must be ${form}, not "${address}"`;
}
