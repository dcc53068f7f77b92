import { decodeGsm7 } from "../../messaging/gsm7";

// Values of data_coding. Sources: SMPP 3.4, 5.2.19; from 0x10 the groups of 3GPP TS 23.038, 4.
const LATIN_1 = 0x03;
const UCS_2 = 0x08;
const BINARY: ReadonlySet<number> = new Set([0x02, 0x04]);
const ASCII = 0x01;

/**
 * Decodes a text; null for binary data or an unknown coding. `gsm` is the data_coding of the GSM alphabet.
 */
export function decodeText(octets: Buffer, coding: number, gsm: number): string | null {
  if (coding === gsm || coding === 0) return decodeGsm7(octets);
  if (coding >= 0x10) return decodeGroup(octets, coding);
  if (coding === UCS_2) return decodeUcs2(octets);
  if (BINARY.has(coding)) return null;
  return coding === ASCII ? octets.toString("ascii") : coding === LATIN_1 ? octets.toString("latin1") : null;
}

/** Decodes a text whose data_coding contains a message class or waiting indication beside the alphabet. */
function decodeGroup(octets: Buffer, coding: number): string | null {
  if (coding >= 0xf0) return coding & 0x04 ? null : decodeGsm7(octets);
  if (coding >= 0xe0) return decodeUcs2(octets);
  if (coding >= 0xc0) return decodeGsm7(octets);
  if (coding >= 0x40) return null;
  const alphabet = coding & 0x0c;
  return alphabet === 0x08 ? decodeUcs2(octets) : alphabet === 0 ? decodeGsm7(octets) : null;
}

/** Decodes big-endian UTF-16. An odd octet at the end is ignored. */
function decodeUcs2(octets: Buffer): string {
  return Buffer.from(octets.subarray(0, octets.length & ~1))
    .swap16()
    .toString("utf16le");
}

export const encodeUcs2 = (text: string): Buffer => Buffer.from(text, "utf16le").swap16();

export interface Concatenation {
  reference: number;
  total: number;
  /** Part number, starting at 1. */
  number: number;
}

/** Splits off a user data header (3GPP TS 23.040, 9.2.3.24). An invalid length means no header. */
export function splitHeader(octets: Buffer): { header: Buffer; body: Buffer } {
  const length = (octets[0] ?? 0) + 1;
  if (octets.length === 0 || length > octets.length) return { header: Buffer.alloc(0), body: octets };
  return { header: octets.subarray(1, length), body: octets.subarray(length) };
}

/**
 * Returns the concatenation in a header: information element 0x00 (8-bit reference) or 0x08 (16-bit). Returns
 * null without one.
 */
export function concatenationOf(header: Buffer): Concatenation | null {
  for (let at = 0; at + 2 <= header.length;) {
    const [element, length] = [header[at], header[at + 1] as number];
    const data = header.subarray(at + 2, at + 2 + length);
    if (element === 0x00 && data.length === 3) return plausible(data[0], data[1], data[2]);
    if (element === 0x08 && data.length === 4) return plausible(data.readUInt16BE(0), data[2], data[3]);
    at += 2 + length;
  }
  return null;
}

/**
 * Returns the concatenation; null if a field is missing, the message has one part or the part number is
 * invalid.
 */
export function plausible(
  reference: number | null = null,
  total: number | null = null,
  number: number | null = null,
): Concatenation | null {
  if (reference === null || total === null || number === null) return null;
  return total > 1 && number >= 1 && number <= total ? { reference, total, number } : null;
}
