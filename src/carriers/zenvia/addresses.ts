import type { Channel } from "../../messaging/channel";

/** Zenvia writes numbers with their country code and without a plus; other names stay as they are. */
export const toZenvia = (address: string): string => address.replace(/^\+(?=\d)/, "");

/** A person's number in E.164; null where it is none. */
export const personOf = (address: unknown): string | null =>
  typeof address === "string" && /^\+?[1-9]\d{6,14}$/.test(address) ? `+${toZenvia(address)}` : null;

/** Short codes have at most eight digits. */
const LONGEST_SHORT_CODE = 8;

/** A sender's address in Recado's spelling: of RCS an agent id, of the others a short code or a number in E.164. */
export function senderOf(channel: Channel, address: unknown): string | null {
  if (typeof address !== "string" || address === "") return null;
  const isShortCode = channel === "sms" && address.length <= LONGEST_SHORT_CODE;
  return channel === "rcs" || isShortCode ? address : (personOf(address) ?? address);
}

/** Zenvia gives out names for senders of SMS and voice, such as `acme.sms`. */
export const isAlias = (channel: Channel, address: string): boolean =>
  channel !== "rcs" && /^[A-Za-z][A-Za-z0-9._-]{0,63}$/.test(address);
