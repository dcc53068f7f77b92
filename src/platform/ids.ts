import { webcrypto } from "node:crypto";
import { V7Generator } from "uuidv7";
import type { Clock, Instant } from "./time";

/** Maker of UUIDv7 strings that rise strictly within the process, so ids sort by time of creation. */
export interface IdMaker {
  /**
   * Returns an id for `at`, by default now. Ids keep rising unless the clock steps back by more than 10 s.
   */
  next(at?: Instant): string;
}

/**
 * Largest backward step of the clock for which ids keep rising (RFC 9562, 6.2), in milliseconds. An id's
 * instant exceeds the requested instant by at most this allowance.
 */
export const ROLLBACK_ALLOWANCE_MS = 10_000;

/** Random words per call of `getRandomValues`, because one call costs more than one id. */
const RANDOM_WORDS = 1_024;

function randomWords(): { nextUint32(): number } {
  const words = new Uint32Array(RANDOM_WORDS);
  let next = RANDOM_WORDS;
  return {
    nextUint32() {
      if (next === RANDOM_WORDS) {
        webcrypto.getRandomValues(words);
        next = 0;
      }
      return words[next++] as number;
    },
  };
}

const DIGITS = Buffer.from("0123456789abcdef");
const HYPHENS_BEFORE: ReadonlySet<number> = new Set([4, 6, 8, 10]);
const scratch = Buffer.alloc(36, "-");

/** Returns the text form of a UUID. String concatenation would allocate a kilobyte per id. */
function textOf(bytes: Readonly<Uint8Array>): string {
  let at = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (HYPHENS_BEFORE.has(i)) at++;
    scratch[at++] = DIGITS[byte >> 4] as number;
    scratch[at++] = DIGITS[byte & 15] as number;
  }
  return scratch.toString("latin1");
}

export function idMaker(clock: Clock): IdMaker {
  const generator = new V7Generator(randomWords());
  return {
    next: (at = clock.now()) => textOf(generator.generateOrResetCore(at, ROLLBACK_ALLOWANCE_MS).bytes),
  };
}

/** Nil UUID, which stands for null in key columns. */
export const NIL_ID = "00000000-0000-0000-0000-000000000000";

/** Max UUID, which sorts after every id. */
export const MAX_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Accepted form of ids: lower-case UUIDs. */
export const ID_PATTERN = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const ID = new RegExp(`^${ID_PATTERN}$`);

/** Returns whether a text is an id. PostgreSQL fails to compare other texts with uuids. */
export const isId = (text: string) => ID.test(text);

function boundary(instant: number, fill: "0" | "f"): string {
  const time = Math.max(0, Math.min(instant, 0xffffffffffff)).toString(16).padStart(12, "0");
  const variant = fill === "0" ? "8" : "b";
  const f = fill;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${f.repeat(3)}-${variant}${f.repeat(3)}-${f.repeat(12)}`;
}

/** Returns the smallest UUIDv7 of an instant: `id >= firstIdAt(from)` means `created_at >= from`. */
export const firstIdAt = (instant: number) => boundary(instant, "0");
export const lastIdAt = (instant: number) => boundary(instant, "f");

export const instantOf = (id: string): Instant => parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
