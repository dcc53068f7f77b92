/** JSON as it came: of any form, whatever the contract says. */
export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What stands at a dotted path; undefined where the path ends early. */
export const at = (value: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((node, step) => (isObject(node) ? node[step] : undefined), value);

/** The array at a path; empty where there is none. */
export function listAt(value: unknown, path: string): readonly unknown[] {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
}

export const textAt = (value: unknown, path: string): string => {
  const found = at(value, path);
  return typeof found === "string" ? found : "";
};

const MOST_CHARACTERS = 80;

/** A value as a message shows it. */
export function shown(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

const isInstant = (text: string) => /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(text);

/** Instants are told to the second. */
const seconds = (text: string) => Math.floor(Date.parse(text) / 1_000);

function sameText(given: string, answered: string): boolean {
  if (isInstant(given) && isInstant(answered)) return seconds(given) === seconds(answered);
  return given.trim() === answered;
}

/**
 * Whether what was given is what is answered: an answer may know more of an object than was given, and takes spaces
 * from the ends of texts.
 */
export function comesBack(given: unknown, answered: unknown): boolean {
  if (typeof given === "string" && typeof answered === "string") return sameText(given, answered);
  if (Array.isArray(given)) {
    return (
      Array.isArray(answered) &&
      given.length === answered.length &&
      given.every((one, index) => comesBack(one, answered[index]))
    );
  }
  if (isObject(given)) {
    return isObject(answered) && Object.keys(given).every((name) => comesBack(given[name], answered[name]));
  }
  return given === answered;
}

/** Whether two answers say the same, in whatever order their fields stand. */
export const same = (one: unknown, other: unknown): boolean => comesBack(one, other) && comesBack(other, one);

/** Case and accents do not count in a search. */
export const folded = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Every text in a value that people read, however deep: a `type` tells forms apart, and is none. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => (name === "type" ? [] : textsIn(one)));
}
