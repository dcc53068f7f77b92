import { comesBack, isObject, type Json, same, shown } from "../values";

/**
 * Fields of what was given that an answer knows too and tells otherwise. Secrets and the like it does not know. `maps`
 * are the fields of which the answer has nothing but what was given.
 */
export function checkComesBack(
  given: Json,
  answered: unknown,
  where: string,
  maps: readonly string[] = [],
): string[] {
  if (!isObject(answered)) return [`${where} answers ${shown(answered)}`];
  return Object.entries(given)
    .filter(
      ([name, value]) => name in answered && !(maps.includes(name) ? same : comesBack)(value, answered[name]),
    )
    .map(
      ([name, value]) => `${name} was given as ${shown(value)}, ${where} answers ${shown(answered[name])}`,
    );
}

/** What was left out of a change stays as it was. `names` are the fields that the change could have had. */
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

/** Two answers about one thing, the second later, which nothing happened in between. */
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
