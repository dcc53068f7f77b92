import { validationFailed } from "../platform/problem";
import { isWellFormedText } from "../platform/text";

// No request of the contract has nearly as many of either.
export const MAX_DEPTH = 100;
export const MAX_CONTAINERS = 10_000;

/** What smaller bodies can make of themselves is soon parsed, in bytes. */
const HARMLESS_BYTES = 96 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [LIST, LIST_END, OBJECT, OBJECT_END] = [...Buffer.from("[]{}")];

const tooDeep = () => validationFailed(`The body is nested more than ${MAX_DEPTH} deep`);

/**
 * Throws 400 for a large body of more lists and objects, or nested more deeply, than any request: each of its bytes would
 * become forty and more when it is parsed, and everybody would wait for that.
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
        throw validationFailed(`The body holds more than ${MAX_CONTAINERS} lists and objects`);
      }
    }
  }
}

/** Where the text ends that begins at the quote. */
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

/** A list or object within the body, and the way to it. */
interface Place {
  value: object;
  /** The name or index under which it stands in `parent`. */
  key: string;
  parent: Place | null;
  depth: number;
}

/**
 * Throws 400 for text with NUL or half a surrogate pair, naming its field. It keeps the places to look at itself: a body
 * may be nested more deeply than calls can be.
 */
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
  validationFailed("The body holds text that is no well-formed Unicode", [
    { field: field || "body", message: "must be well-formed Unicode without NUL" },
  ]);

function fieldOf(place: Place, key: string): string {
  const before = place.parent === null ? "" : fieldOf(place.parent, place.key);
  if (Array.isArray(place.value)) return `${before}[${key}]`;
  return before === "" ? key : `${before}.${key}`;
}
