import fc from "fast-check";
import type { components } from "../../generated/schema";
import { PURPOSES } from "../../src/messaging/purpose";
import { DAY, MINUTE } from "../../src/platform/time";
import { PLACES, type Rule, STEP } from "./rule-oracle";
import { times } from "./times";

type Consent = "granted" | "revoked" | "granted again" | "granted for another purpose";

export interface Person {
  place: (typeof PLACES)[number];
  /** Value of the text's placeholder; undefined if it has none. */
  name: string | undefined;
  /** Blacklist that has the number: one of the purpose, or one of the other purposes. */
  list: "of the purpose" | "of other purposes" | undefined;
  consent: Consent | undefined;
  /** Number of earlier messages of the purpose, and whether one of another purpose went before. */
  earlier: number;
  other: boolean;
  /** Whether the send names the number twice. */
  twice: boolean;
}

export interface SendCase {
  purpose: components["schemas"]["Purpose"];
  rule: Omit<Rule, "closed_dates"> & { closedDays: readonly number[] };
  encoding: "auto" | "gsm7";
  people: readonly Person[];
  /** Minutes from the end of the previous case to the messages that precede the send of this case. */
  gapMinutes: number;
  /** Whether the case begins on the day before a national holiday, `gapMinutes` after some midnight. */
  beforeHoliday: boolean;
  /** Time from the earlier messages to the send. */
  laterMinutes: number;
  seconds: number;
  at: { kind: "now" } | { kind: "instant"; minutes: number } | { kind: "local"; days: number; time: string };
  submissionMinutes: number;
}

const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

const quarters = (from: number, to: number) =>
  fc.integer({ min: from * 4, max: to * 4 - 1 }).map((step) => (step * STEP) / MINUTE);
const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
const WEEK = [["mon", "tue", "wed", "thu", "fri"], DAYS] as const;
const anyWindow = fc.tuple(quarters(0, 24), quarters(0, 24), fc.subarray([...DAYS], { minLength: 1 }));
const wideWindow = fc.tuple(quarters(0, 10), quarters(15, 24), fc.constantFrom(...WEEK));
const window = fc.oneof(anyWindow, wideWindow).map(([a, b, days]) => ({
  days: [...days],
  from: clockText(Math.min(a, b)),
  to: clockText(Math.max(a, b) + 15),
}));

const rule = fc.record({
  windows: fc.array(window, { maxLength: 3 }),
  time_zone: fc.constantFrom("recipient", "recipient", "America/Sao_Paulo", "Europe/Lisbon"),
  holidays: fc.constantFrom("br" as const, null),
  closedDays: fc.uniqueArray(fc.nat(6), { maxLength: 3 }),
  max_per_recipient: fc.option(
    fc.record({ messages: fc.integer({ min: 1, max: 3 }), days: fc.integer({ min: 1, max: 7 }) }),
    { freq: 2 },
  ),
  min_interval_seconds: fc.option(fc.integer({ min: 1, max: 200_000 }), { freq: 2 }),
  require_consent: fc.boolean(),
  outside: fc.constantFrom("wait" as const, "block" as const),
});

const person: fc.Arbitrary<Person> = fc.record({
  place: fc.constantFrom(...PLACES),
  name: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom("Ana", "João", "Zoë 🌻", "x".repeat(150), "ã".repeat(70)) },
    { weight: 1, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 }) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  ),
  list: fc.constantFrom(
    ...(["of the purpose", "of other purposes", "of other purposes"] as const),
    ...times(9, () => undefined),
  ),
  consent: fc.constantFrom<Consent | undefined>(
    ...times(5, () => "granted" as const),
    ...(["revoked", "granted again", "granted for another purpose"] as const),
    ...times(2, () => undefined),
  ),
  earlier: fc.constantFrom(0, 0, 0, 1, 2),
  other: fc.boolean(),
  twice: fc.constantFrom(true, false, false, false, false),
});

export const sendCases = (people: number): fc.Arbitrary<SendCase> =>
  fc.record({
    purpose: fc.constantFrom(...PURPOSES),
    rule,
    encoding: fc.constantFrom("auto" as const, "gsm7" as const),
    people: fc.array(person, { minLength: people, maxLength: people }),
    gapMinutes: fc.nat((10 * DAY) / MINUTE),
    beforeHoliday: fc.boolean(),
    laterMinutes: fc.integer({ min: 1, max: (2 * DAY) / MINUTE }),
    seconds: fc.nat(59),
    at: fc.oneof(
      { weight: 2, arbitrary: fc.constant({ kind: "now" as const }) },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant("instant" as const),
          minutes: fc.integer({ min: 1, max: (5 * DAY) / MINUTE }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant("local" as const),
          days: fc.integer({ min: 2, max: 5 }),
          // Clocks change at other hours.
          time: fc.integer({ min: 8, max: 22 }).map((hour) => `${clockText(hour * 60)}:00`),
        }),
      },
    ),
    submissionMinutes: fc.constantFrom(0, 20, 90),
  });
