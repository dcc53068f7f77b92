import { normalizePhone } from "../../messaging/phone";

// Values for type of number and numbering plan. Source: SMPP 3.4, 5.2.5 and 5.2.6.
const INTERNATIONAL = 1;
const NETWORK_SPECIFIC = 3;
const ALPHANUMERIC = 5;
const ISDN = 1;

const SHORT_CODE = /^\d{1,8}$/;

/** Returns whether an address is an alphanumeric sender (3GPP TS 23.040, 9.1.2.5). */
export const isName = (address: string): boolean =>
  /^(?=.*[A-Za-z])[A-Za-z0-9][A-Za-z0-9 ._-]{0,10}$/.test(address);

interface Address {
  ton: number;
  npi: number;
  address: string;
}

/**
 * Returns an SMPP address: a name, or digits without a plus. If `ton` (type of number) or `npi` (numbering
 * plan) is null, derives it from the address: a name, a short code or an international number.
 */
export function toAddress(address: string, ton: number | null, npi: number | null): Address {
  const digits = address.replace(/^\+/, "");
  const usual = SHORT_CODE.test(address) ? NETWORK_SPECIFIC : isName(address) ? ALPHANUMERIC : INTERNATIONAL;
  return { ton: ton ?? usual, npi: npi ?? (usual === INTERNATIONAL ? ISDN : 0), address: digits };
}

/** Converts an SMPP address: a number to E.164. A short code or a name stays unchanged. */
export function fromAddress(ton: number | null, address: string): string {
  const digits = address.trim().replace(/^\+/, "");
  if (!/^\d+$/.test(digits) || SHORT_CODE.test(address)) return address.trim();
  if (ton === INTERNATIONAL || address.trim().startsWith("+"))
    return normalizePhone(`+${digits}`) ?? `+${digits}`;
  return normalizePhone(digits) ?? normalizePhone(`+${digits}`) ?? `+${digits}`;
}

export const isNumber = (address: string): boolean => /^\+\d{7,15}$/.test(address);
