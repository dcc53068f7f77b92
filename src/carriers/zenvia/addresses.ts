import type { Channel } from "../../messaging/channel";

/**
 * Returns an address in Zenvia's form: numbers with country code and without a plus, other names unchanged.
 */
export const toZenvia = (address: string): string => address.replace(/^\+(?=\d)/, "");

/** Returns a person's number in E.164, or null. */
export const personOf = (address: unknown): string | null =>
  typeof address === "string" && /^\+?[1-9]\d{6,14}$/.test(address) ? `+${toZenvia(address)}` : null;

const LONGEST_SHORT_CODE = 8;

/**
 * Returns a sender's address in Recado's form: an agent id for RCS, otherwise a short code or a number in
 * E.164.
 */
export function senderOf(channel: Channel, address: unknown): string | null {
  if (typeof address !== "string" || address === "") return null;
  const isShortCode = channel === "sms" && address.length <= LONGEST_SHORT_CODE;
  return channel === "rcs" || isShortCode ? address : (personOf(address) ?? address);
}

/**
 * Returns whether the address is an alias, a name that Zenvia assigns to SMS and voice senders, such as
 * `acme.sms`.
 */
export const isAlias = (channel: Channel, address: string): boolean =>
  channel !== "rcs" && /^[A-Za-z][A-Za-z0-9._-]{0,63}$/.test(address);
