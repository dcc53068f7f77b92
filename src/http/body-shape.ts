import { validationFailed } from "../platform/problem";
import { isWellFormedText } from "../platform/text";

// Limits far above any request of the contract.
export const MAX_DEPTH = 100;
export const MAX_CONTAINERS = 10_000;

/** Maximum size of a body that parses quickly whatever its structure, in bytes. */
const HARMLESS_BYTES = 96 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [LIST, LIST_END, OBJECT, OBJECT_END] = [...Buffer.from("[]{}")];

/** Returns the 400 of a body as a whole. `what` completes the sentence that begins with "The body". */
export const invalidBody = (what: string) =>
  validationFailed(`The body ${what}`, [{ field: "body", message: what }]);

const tooDeep = () => invalidBody(`is nested more than ${MAX_DEPTH} deep`);

/**
 * Throws 400 for a large body that exceeds `MAX_DEPTH` or `MAX_CONTAINERS`. Parsing such a body blocks all
 * other requests, and the result takes forty times the body's size or more.
 */
export function refuseOvergrown(bytes: Buffer): void {
  if (bytes.length <= HARMLESS_BYTES) return;
  let depth = 0;
  let containers = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === LIST_END || byte === OBJECT_END) depth -= 1;
    else if (byte === LIST || byte === OBJECT) {
      if (++depth > MAX_DEPTH) throw tooDeep();
      if (++containers > MAX_CONTAINERS) {
        throw invalidBody(`contains more than ${MAX_CONTAINERS} lists and objects`);
      }
    }
  }
}

function endOfText(bytes: Buffer, quote: number): number {
  let end = quote;
  do {
    end = bytes.indexOf(QUOTE, end + 1);
    if (end < 0) return bytes.length;
  } while (isEscaped(bytes, end));
  return end;
}

function isEscaped(bytes: Buffer, at: number): boolean {
  let before = at - 1;
  while (bytes[before] === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}

interface Place {
  value: object;
  key: string;
  parent: Place | null;
  depth: number;
}

/** Throws 400 for NUL and lone surrogates. Avoids recursion: a nested body could overflow the call stack. */
export function refuseBrokenText(body: unknown): void {
  if (isBroken(body)) throw brokenText("");
  const places: Place[] = isContainer(body) ? [{ value: body, key: "", parent: null, depth: 0 }] : [];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    if (place.depth > MAX_DEPTH) throw tooDeep();
    for (const [key, value] of Object.entries(place.value) as [string, unknown][]) {
      if (isBroken(value) || isBroken(key)) throw brokenText(fieldOf(place, key));
      if (isContainer(value)) places.push({ value, key, parent: place, depth: place.depth + 1 });
    }
  }
}

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;

const isBroken = (value: unknown) => typeof value === "string" && !isWellFormedText(value);

const brokenText = (field: string) =>
  validationFailed("The body contains text that is not well-formed Unicode", [
    { field: field || "body", message: "must be well-formed Unicode without NUL" },
  ]);

function fieldOf(place: Place, key: string): string {
  const before = place.parent === null ? "" : fieldOf(place.parent, place.key);
  if (Array.isArray(place.value)) return `${before}[${key}]`;
  return before === "" ? key : `${before}.${key}`;
}
