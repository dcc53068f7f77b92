/** GSM 7-bit default alphabet of 3GPP TS 23.038. Each septet takes a whole octet, as in SMPP. */

const ESCAPE = 0x1b;

/** Characters by code, from 0x00 to 0x7F (TS 23.038, 6.2.1). The escape code is null. */
const CODES: readonly (string | null)[] = [
  ..."@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ",
  null,
  ..."ÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?",
  ..."¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
];

/** Characters that take one septet. */
export const GSM7_BASIC: readonly string[] = CODES.filter((character) => character !== null);

/** Characters that take the escape code and one more septet (TS 23.038, 6.2.1.1). */
export const GSM7_EXTENSION: ReadonlyMap<string, number> = new Map([
  ["\f", 0x0a],
  ["^", 0x14],
  ["{", 0x28],
  ["}", 0x29],
  ["\\", 0x2f],
  ["[", 0x3c],
  ["~", 0x3d],
  ["]", 0x3e],
  ["|", 0x40],
  ["€", 0x65],
]);

export const GSM7_CHARACTERS: ReadonlySet<string> = new Set([...GSM7_BASIC, ...GSM7_EXTENSION.keys()]);

const ENCODED = new Map<string, readonly number[]>([
  ...CODES.flatMap((character, code) => (character === null ? [] : [[character, [code]] as const])),
  ...[...GSM7_EXTENSION].map(([character, code]) => [character, [ESCAPE, code]] as const),
]);
const EXTENDED = new Map([...GSM7_EXTENSION].map(([character, code]) => [code, character]));

/** Encodes a text that `smsSegments` classifies as `gsm7`; throws for any other text. */
export function encodeGsm7(text: string): Buffer {
  const octets: number[] = [];
  for (const character of text) {
    const codes = ENCODED.get(character);
    if (codes === undefined) throw new RangeError("the text has a character that the GSM alphabet lacks");
    octets.push(...codes);
  }
  return Buffer.from(octets);
}

/**
 * Decodes any octets without throwing. An unknown escape sequence becomes the character of its second code,
 * as TS 23.038 requires. An escape code at the end or before another escape code becomes a space. An octet
 * above 0x7F becomes a question mark.
 */
export function decodeGsm7(octets: Uint8Array): string {
  let text = "";
  for (let i = 0; i < octets.length; i++) {
    const octet = octets[i] as number;
    if (octet !== ESCAPE) {
      text += CODES[octet] ?? "?";
      continue;
    }
    const extended = EXTENDED.get(octets[i + 1] ?? -1);
    if (extended !== undefined) {
      text += extended;
      i++;
    } else if (i + 1 >= octets.length || octets[i + 1] === ESCAPE) text += " ";
  }
  return text;
}
