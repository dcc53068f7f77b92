import type { Channel } from "../../messaging/channel";
import { normalizePhone } from "../../messaging/phone";

/** Removes the plus from a number in E.164, as Zenvia requires. Other addresses stay unchanged. */
export const toZenvia = (address: string): string => address.replace(/^\+(?=\d)/, "");

const isNumber = (address: string): boolean => /^\+?[1-9]\d{6,14}$/.test(address);
const withPlus = (number: string): string => `+${toZenvia(number)}`;

/** Returns a person's number in E.164, or null for an invalid number. */
export const personOf = (address: unknown): string | null =>
  typeof address === "string" && isNumber(address) ? normalizePhone(withPlus(address)) : null;

const LONGEST_SHORT_CODE = 8;

/**
 * Returns a sender's address in Recado's form: agent id, short code, alias or E.164 number. Null if absent.
 */
export function senderOf(channel: Channel, address: unknown): string | null {
  if (typeof address !== "string" || address === "") return null;
  const isShortCode = channel === "sms" && address.length <= LONGEST_SHORT_CODE;
  if (channel === "rcs" || isShortCode) return address;
  return isNumber(address) ? withPlus(address) : address;
}

/** Returns whether the address is a Zenvia alias of an SMS or voice sender, such as `acme.sms`. */
export const isAlias = (channel: Channel, address: string): boolean =>
  channel !== "rcs" && /^[A-Za-z][A-Za-z0-9._-]{0,63}$/.test(address);
