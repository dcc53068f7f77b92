import type { components } from "../../generated/schema";
import { enums } from "../../generated/server/values";
import { at, same, shown } from "./invariants/values";

type Schemas = components["schemas"];

/** Returns a sentence if the value differs from `right`, else an empty list. */
export const differs = (what: string, value: unknown, right: unknown): string[] =>
  same(value, right) ? [] : [`${what} is ${shown(value)}, it should be ${shown(right)}`];

/** Returns a sentence for each dotted path of `right` whose value differs in the response. */
export const allDiffer = (of: unknown, right: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(right).flatMap(([path, value]) => differs(path, at(of, path), value));

const MINUTE = 60_000;

/** Returns one fault if the instant is not between `min` and `max` minutes from now, else an empty list. */
export function expiresWithin(instant: string | null, min: number, max: number): string[] {
  const minutes = instant === null ? NaN : (Date.parse(instant) - Date.now()) / MINUTE;
  if (minutes >= min && minutes <= max) return [];
  return [`expires_at is ${shown(instant)}, it should be ${min} to ${max} minutes from now`];
}

/** Returns the number of messages by status, and their total. */
export function countsOf(messages: readonly Pick<Schemas["Message"], "status">[]): Record<string, number> {
  const counts = enums.MessageStatus.map((status) => {
    const ofStatus = messages.filter((message) => message.status === status);
    return [status, ofStatus.length] as const;
  });
  return Object.fromEntries([["total", messages.length], ...counts]);
}

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
