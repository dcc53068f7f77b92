import { GSM7_BASIC, GSM7_EXTENSION } from "./gsm7";

/**
 * Splits texts into short messages, by 3GPP TS 23.038 (alphabets) and TS 23.040 (concatenation).
 *
 * One message carries 140 octets: 160 septets of the GSM 7-bit alphabet or 70 UTF-16 units. In a longer text,
 * each part begins with a header of six octets, which leaves 153 septets or 67 units.
 */

/** Maximum parts of an SMS. A longer text is rejected. */
export const MAX_SMS_SEGMENTS = 10;

export interface SmsSegments {
  encoding: "gsm7" | "ucs2";
  /** Number of parts that are sent and charged; 0 for an empty text. */
  segments: number;
  /** Number of septets in `gsm7`, or of UTF-16 units in `ucs2`. */
  units: number;
  /** Distinct characters (code points) outside the GSM alphabet, in order of first appearance. */
  ucs2Characters: string[];
}

const GSM7_SINGLE = 160;
export const GSM7_PART = 153;
const UCS2_SINGLE = 70;
const UCS2_PART = 67;

/** Number of septets of each UTF-16 unit: 1 or 2, or 0 outside the GSM alphabet. */
const SEPTETS = septetTable();

function septetTable(): Uint8Array {
  const table = new Uint8Array(0x10000);
  for (const character of GSM7_BASIC) table[character.charCodeAt(0)] = 1;
  for (const character of GSM7_EXTENSION.keys()) table[character.charCodeAt(0)] = 2;
  return table;
}

function septetsAt(text: string, index: number): number {
  return SEPTETS[text.charCodeAt(index)] as number;
}

/**
 * Returns the encoding, parts and units of a text. A surrogate pair or escape sequence is never split between
 * parts, so a long text may need more parts than its units suggest.
 */
export function smsSegments(text: string): SmsSegments {
  let units = 0;
  for (let i = 0; i < text.length; i++) {
    const septets = septetsAt(text, i);
    if (septets === 0) return new Ucs2Segments(text, ucs2Count(text));
    units += septets;
  }
  return { encoding: "gsm7", segments: gsm7Count(text, units), units, ucs2Characters: [] };
}

/** Segments of a UCS-2 text. `ucs2Characters` is computed on demand, because only a preview needs it. */
class Ucs2Segments implements SmsSegments {
  readonly encoding = "ucs2";

  constructor(
    private readonly text: string,
    readonly segments: number,
  ) {}

  get units(): number {
    return this.text.length;
  }

  get ucs2Characters(): string[] {
    return ucs2Characters(this.text);
  }
}

/** Splits a text into the parts that `smsSegments` counts. */
export function smsParts(text: string): string[] {
  const { encoding, segments } = smsSegments(text);
  if (segments <= 1) return segments === 0 ? [] : [text];
  const endOf = encoding === "gsm7" ? gsm7PartEnd : ucs2PartEnd;
  const parts: string[] = [];
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = endOf(text, start);
    parts.push(text.slice(start, end));
  }
  return parts;
}

function gsm7Count(text: string, units: number): number {
  if (units <= GSM7_SINGLE) return units === 0 ? 0 : 1;
  if (units === text.length) return Math.ceil(units / GSM7_PART);
  return partCount(text, gsm7PartEnd);
}

function ucs2Count(text: string): number {
  return text.length <= UCS2_SINGLE ? 1 : partCount(text, ucs2PartEnd);
}

function partCount(text: string, endOf: (text: string, start: number) => number): number {
  let parts = 0;
  for (let start = 0; start < text.length; parts++) start = endOf(text, start);
  return parts;
}

/** Returns the end of the part that begins at `start`, without splitting an escape sequence. */
function gsm7PartEnd(text: string, start: number): number {
  let used = 0;
  for (let i = start; i < text.length; i++) {
    used += septetsAt(text, i);
    if (used > GSM7_PART) return i;
  }
  return text.length;
}

/** Returns the end of the part that begins at `start`, without splitting a surrogate pair. */
function ucs2PartEnd(text: string, start: number): number {
  const end = start + UCS2_PART;
  const splits = isLowSurrogate(text.charCodeAt(end)) && isHighSurrogate(text.charCodeAt(end - 1));
  return Math.min(splits ? end - 1 : end, text.length);
}

function isHighSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function isLowSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}

function ucs2Characters(text: string): string[] {
  const found = new Set<string>();
  for (let i = 0; i < text.length; i++) {
    if (septetsAt(text, i) !== 0) continue;
    const character = String.fromCodePoint(text.codePointAt(i) as number);
    found.add(character);
    i += character.length - 1;
  }
  return [...found];
}
