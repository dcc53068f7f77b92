import type { Channel } from "../../messaging/channel";

/** Removes the plus from a number in E.164, as Zenvia requires. Other addresses stay unchanged. */
export const toZenvia = (address: string): string => address.replace(/^\+(?=\d)/, "");

/** Returns a person's number in E.164, or null for an invalid number. */
export const personOf = (address: unknown): string | null =>
  typeof address === "string" && /^\+?[1-9]\d{6,14}$/.test(address) ? `+${toZenvia(address)}` : null;

const LONGEST_SHORT_CODE = 8;

/**
 * Returns a sender's address in Recado's form: agent id, short code, alias or E.164 number. Null if absent.
 */
export function senderOf(channel: Channel, address: unknown): string | null {
  if (typeof address !== "string" || address === "") return null;
  const isShortCode = channel === "sms" && address.length <= LONGEST_SHORT_CODE;
  return channel === "rcs" || isShortCode ? address : (personOf(address) ?? address);
}

/** Returns whether the address is a Zenvia alias of an SMS or voice sender, such as `acme.sms`. */
export const isAlias = (channel: Channel, address: string): boolean =>
  channel !== "rcs" && /^[A-Za-z][A-Za-z0-9._-]{0,63}$/.test(address);
