import { InvalidArgumentError } from "commander";
import { limits } from "../../generated/server/values";
import { MAX_PRICE } from "../features/accounts/prices";
import { ALL_SCOPES } from "../features/api-keys/api-key";
import { type Account, findAccountByName, listAccounts } from "../features/accounts/accounts.store";
import { CHANNELS, type Channel } from "../messaging/channel";
import { automaticReplyProblem } from "../messaging/automatic-reply";
import { normalizePhone } from "../messaging/phone";
import { cleanName, isLonger, isWellFormedText, MAX_NAME_LENGTH } from "../platform/text";
import type { Db } from "../platform/db/dialect";
import { isTimeZone } from "../platform/time-zone";
import { DAY, type Instant, isTimestamp, MINUTE, parseTimestamp, SECOND } from "../platform/time";
import { CommandError } from "./errors";

/**
 * Option value that resets a setting to the service's default. A text, because Commander replaces null with
 * an empty text.
 */
export const DEFAULT = "default";

export const MAX_RATE_LIMIT = limits["RateLimit-Limit"].maximum;

export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

export function orDefault<T>(parse: (text: string) => T): (text: string) => T | typeof DEFAULT {
  return (text) => (text === DEFAULT ? DEFAULT : parse(text));
}

export const nullIfDefault = <T>(value: T | typeof DEFAULT): T | null => (value === DEFAULT ? null : value);

export function nameArgument(text: string): string {
  const name = cleanName(text);
  if (name !== "" && !isLonger(name, MAX_NAME_LENGTH) && isWellFormedText(name)) return name;
  throw new InvalidArgumentError(`It must have 1 to ${MAX_NAME_LENGTH} characters.`);
}

/** Returns the trimmed text. Throws unless it is empty or can be sent as an automatic reply. */
export function confirmationText(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "") return trimmed;
  const problem = isWellFormedText(trimmed) ? automaticReplyProblem(trimmed) : "must be well-formed Unicode";
  if (problem === null) return trimmed;
  throw new InvalidArgumentError(`It ${problem}.`);
}

export type Prices = Partial<Record<Channel, number | null>>;

/** Adds a price in the form `channel=micro-units` to the preceding prices. */
export function priceOption(text: string, before: Prices = {}): Prices {
  const [, name, amount = ""] = /^([a-z]+)=(\w+)$/.exec(text) ?? [];
  const channel = CHANNELS.find((one) => one === name);
  if (!channel)
    throw new InvalidArgumentError(
      `It must read channel=micro-units, with a channel of ${CHANNELS.join(", ")}.`,
    );
  return { ...before, [channel]: amount === DEFAULT ? null : wholeNumber(0, MAX_PRICE)(amount) };
}

export function timeZoneOption(text: string): string {
  if (isTimeZone(text)) return text;
  throw new InvalidArgumentError("It must be the IANA name of a time zone, such as America/Manaus.");
}

/** Returns a parser of a comma-separated list of scopes. `all` includes scopes of later versions. */
export function scopesOption(known: readonly string[]): (text: string) => string[] {
  return (text) => {
    if (text === "all") return [ALL_SCOPES];
    const requested = new Set(text.split(",").map((scope) => scope.trim()));
    const unknown = [...requested].find((scope) => !known.includes(scope));
    if (unknown === undefined) return [...requested];
    throw new InvalidArgumentError(`Unknown scope "${unknown}"; known scopes: ${known.join(", ")}, or all.`);
  };
}

export function phoneOption(text: string): string {
  const phone = normalizePhone(text);
  if (phone !== null) return phone;
  throw new InvalidArgumentError("It must be a phone number such as +5511987654321 or (11) 98765-4321.");
}

export function instantOption(text: string): Instant {
  if (isTimestamp(text)) return parseTimestamp(text);
  throw new InvalidArgumentError("It must be an RFC 3339 instant such as 2030-01-31T12:00:00Z.");
}

const UNIT_MS = { s: SECOND, m: MINUTE };
const MAX_DURATION_DAYS = 30;

/** Returns the milliseconds of a duration such as `90s` or `15m`. A number without a unit means seconds. */
export function durationOption(text: string): number {
  const [, amount, unit = "s"] = /^(\d{1,9})([sm]?)$/.exec(text) ?? [];
  const ms = Number(amount) * UNIT_MS[unit === "m" ? "m" : "s"];
  if (ms <= MAX_DURATION_DAYS * DAY) return ms;
  throw new InvalidArgumentError(
    `It must be seconds such as 90s or minutes such as 15m, at most ${MAX_DURATION_DAYS} days.`,
  );
}

export async function namedAccount(db: Db, name: string): Promise<Account> {
  const account = await findAccountByName(db, cleanName(name));
  if (account) return account;
  throw new CommandError(
    `The account "${name}" does not exist; "npm run recado -- accounts list" lists all accounts`,
  );
}

/**
 * Returns the items of the named account, or of all accounts without `name`, newest first. Ids rise with
 * time.
 */
export async function newestFirst<T extends { id: string }>(
  db: Db,
  name: string | undefined,
  every: (db: Db, accountId: string) => Promise<T[]>,
): Promise<{ account: Account; item: T }[]> {
  const accounts = name === undefined ? await listAccounts(db) : [await namedAccount(db, name)];
  const found: { account: Account; item: T }[] = [];
  for (const account of accounts) {
    for (const item of await every(db, account.id)) found.push({ account, item });
  }
  return found.sort((a, b) => (a.item.id < b.item.id ? 1 : -1));
}
