import { limits, patterns } from "../../../generated/server/values";
import type { Channel } from "../../messaging/channel";
import { unprocessable } from "../../platform/problem";
import type { Instant } from "../../platform/time";

export interface Sender {
  id: string;
  accountId: string;
  channel: Channel;
  address: string;
  /** Name of the carrier connection. */
  carrier: string;
  /** Whether the sender is its channel's default. A channel has at most one default. */
  isDefault: boolean;
  /** Maximum rate of submissions to the carrier, in messages per second. */
  maxPerSecond: number;
  createdAt: Instant;
  /** Time of removal by the operator. A removed sender sends no new messages, but its queue still drains. */
  removedAt: Instant | null;
}

export const MAX_PER_SECOND = limits.Sender.max_per_second.maximum;

const SHORT_CODE = /^\d{3,8}$/;
const E164 = new RegExp(patterns.PhoneNumber, "u");
// Agent ids on RCS platforms have letters, digits and marks, and sometimes a domain.
const AGENT_ID = /^[A-Za-z0-9][A-Za-z0-9_.@:-]{0,254}$/;

const ADDRESSES: Readonly<Record<Channel, { fits: (address: string) => boolean; form: string }>> = {
  sms: {
    fits: (address) => SHORT_CODE.test(address) || E164.test(address),
    form: "a short code of 3 to 8 digits or a number in E.164 (+ and 7 to 15 digits)",
  },
  rcs: { fits: (address) => AGENT_ID.test(address), form: "an agent id (letters, digits, _ . @ : -)" },
  voice: { fits: (address) => E164.test(address), form: "a number in E.164 (+ and 7 to 15 digits)" },
};

/** Throws 422 for a chosen sender that the account does not have on the channel. */
export function requireChosenSender(senderId: string | null, channel: Channel, sender: Sender | null): void {
  if (senderId === null || sender !== null) return;
  throw unprocessable("The sender does not exist", [
    { field: "sender_id", message: `must be the id of a sender of this account for the channel ${channel}` },
  ]);
}

export function addressProblem(channel: Channel, address: string): string | null {
  const { fits, form } = ADDRESSES[channel];
  return fits(address) ? null : `The address of a sender for ${channel} must be ${form}, not "${address}"`;
}
