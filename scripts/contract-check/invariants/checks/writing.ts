import { at, isEchoed, isObject, type Json, same, shown, textAt } from "../values";

/**
 * Checks that the fields of a response have the given values. Skips fields that the response does not have.
 * Objects in the fields `maps` must be equal; other objects may have additional fields.
 */
export function checkEchoed(
  given: Json,
  returned: unknown,
  where: string,
  maps: readonly string[] = [],
): string[] {
  if (!isObject(returned)) return [`${where} returns ${shown(returned)}`];
  return Object.entries(given)
    .filter(
      ([name, value]) => name in returned && !(maps.includes(name) ? same : isEchoed)(value, returned[name]),
    )
    .map(
      ([name, value]) => `${name} was given as ${shown(value)}, ${where} returns ${shown(returned[name])}`,
    );
}

/** Checks that a change preserves omitted fields. `names` are the fields that a request may have. */
export function checkLeftOut(
  names: readonly string[],
  given: Json,
  before: unknown,
  after: unknown,
): string[] {
  if (!isObject(before) || !isObject(after)) return [];
  return names
    .filter((name) => !(name in given) && name in before && !same(before[name], after[name]))
    .map((name) => `${name} was left out and is ${shown(after[name])}, it was ${shown(before[name])}`);
}

/**
 * Age from which a change must move `updated_at`, in milliseconds: the resolution of instants, and a
 * tolerance for the clocks of several processes.
 */
export const MIN_AGE_MS = 2_500;

/**
 * Checks that a change moves `updated_at`. Checks nothing while the resource is younger than `MIN_AGE_MS`.
 */
export function checkUpdatedAt(
  given: Json,
  { made, body }: { made: unknown; body: unknown },
  after: unknown,
  ageMs: number,
): string[] {
  const [first, last] = [textAt(made, "updated_at"), textAt(after, "updated_at")];
  const isChanged = Object.keys(given).some((name) => !same(at(body, name), at(after, name)));
  if (first === "" || !isChanged || ageMs < MIN_AGE_MS || last > first) return [];
  return [`updated_at is ${shown(last)} after a change, it was ${shown(first)} at the creation`];
}

export function checkSame(
  first: unknown,
  second: unknown,
  words: string,
  except: readonly string[] = [],
): string[] {
  if (!isObject(first) || !isObject(second)) return [`${words}: ${shown(first)} and ${shown(second)}`];
  return Object.keys(first)
    .filter((name) => !except.includes(name) && name in second && !same(first[name], second[name]))
    .map((name) => `${words}: ${name} is ${shown(first[name])} there and ${shown(second[name])} here`);
}
