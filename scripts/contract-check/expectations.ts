import type { components } from "../../generated/schema";
import { at, same, shown } from "./invariants/values";

type Schemas = components["schemas"];

const NONE: Omit<Schemas["CampaignProgress"], "waiting"> = {
  total: 0,
  pending: 0,
  blocked: 0,
  error: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  undelivered: 0,
  failed: 0,
  expired: 0,
  canceled: 0,
};

/** Returns a sentence if the value differs from `right`, else an empty list. */
export const differs = (what: string, value: unknown, right: unknown): string[] =>
  same(value, right) ? [] : [`${what} is ${shown(value)}, it should be ${shown(right)}`];

/** Returns a sentence for each dotted path of `right` whose value differs in the response. */
export const allDiffer = (of: unknown, right: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(right).flatMap(([path, value]) => differs(path, at(of, path), value));

const MINUTE = 60_000;

/** Returns a sentence if the instant is not between `min` and `max` minutes from now, else an empty list. */
export function expiresWithin(instant: string | null, min: number, max: number): string[] {
  const minutes = instant === null ? NaN : (Date.parse(instant) - Date.now()) / MINUTE;
  if (minutes >= min && minutes <= max) return [];
  return [`expires_at is ${shown(instant)}, it should be ${min} to ${max} minutes from now`];
}

export function countsOf(
  messages: readonly Pick<Schemas["Message"], "status">[],
): Omit<Schemas["CampaignProgress"], "waiting"> {
  const counts = { ...NONE, total: messages.length };
  for (const { status } of messages) counts[status] += 1;
  return counts;
}

/** Returns the differences between a usage row and the messages that it should count. */
export const usageDiffers = (
  row: Schemas["UsageRow"] | undefined,
  messages: readonly Pick<Schemas["Message"], "status" | "price">[],
): string[] =>
  row === undefined
    ? ["the usage has no row for messages that there are"]
    : allDiffer(row, {
        ...countsOf(messages),
        price: messages.reduce((sum, { price }) => sum + price, 0),
      });
