export type Json = Readonly<Record<string, unknown>>;

/** Returns the parsed JSON; undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the value at a dotted path, such as `data.0.id`; undefined if the path does not exist. */
export const at = (value: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (node, step) => (typeof node === "object" ? (node as Json | null)?.[step] : undefined),
      value,
    );

/** Replaces each text of a value, at any depth. `change` also gets the name of the field. */
export function mapTexts(
  value: unknown,
  change: (field: string, text: string) => unknown,
  field = "",
): unknown {
  if (typeof value === "string") return change(field, value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change, field));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, change, name)]));
}

/** Returns the array at a dotted path, or an empty list if there is none. */
export function listAt(value: unknown, path: string): readonly unknown[] {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
}

export const textAt = (value: unknown, path: string): string => {
  const found = at(value, path);
  return typeof found === "string" ? found : "";
};

/** Returns whether a background job may change a message or import now. A scheduled message waits. */
export const isMoving = (body: unknown): boolean =>
  ["running", "pending"].includes(String(at(body, "status"))) &&
  !(Date.parse(textAt(body, "not_before")) > Date.now());

const MAX_CHARACTERS = 80;

export function shown(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}

const isInstant = (text: string) => /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(text);

/** Truncates an instant to seconds, the resolution of comparisons. */
const seconds = (text: string) => Math.floor(Date.parse(text) / 1_000);

function sameText(given: string, returned: string): boolean {
  if (isInstant(given) && isInstant(returned)) return seconds(given) === seconds(returned);
  return given.trim() === returned;
}

/** Returns whether a response has the given value. Ignores outer spaces, extra fields and milliseconds. */
export function isEchoed(given: unknown, returned: unknown): boolean {
  if (typeof given === "string" && typeof returned === "string") return sameText(given, returned);
  if (Array.isArray(given)) {
    return (
      Array.isArray(returned) &&
      given.length === returned.length &&
      given.every((one, index) => isEchoed(one, returned[index]))
    );
  }
  if (isObject(given)) {
    return isObject(returned) && Object.keys(given).every((name) => isEchoed(given[name], returned[name]));
  }
  return given === returned;
}

/** Returns whether two values are equal. Ignores the order of fields and fractions of a second. */
export const same = (one: unknown, other: unknown): boolean => isEchoed(one, other) && isEchoed(other, one);

/** Removes case and accents, as searches of the API do. */
export const folded = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Returns all texts in a value, at any depth, except values of `type`. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => (name === "type" ? [] : textsIn(one)));
}
