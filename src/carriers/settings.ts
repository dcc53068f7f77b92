/** What can be set of a connection of some kind, told so that the command line, its checks and its help go by one place. */
export type SettingSpec = Readonly<{
  /** What it is for, its unit and its limits, in one line. */
  description: string;
  /** Without a default it may be left out, and is null. */
  optional?: true;
}> &
  (
    | { type: "text"; default?: string; pattern?: RegExp; form?: string }
    | { type: "url"; default?: string; protocols?: readonly string[] }
    | { type: "integer"; default?: number; minimum: number; maximum: number }
    | { type: "boolean"; default: boolean }
    | { type: "choice"; default?: string; choices: readonly string[] }
  );

export type SettingSpecs = Readonly<Record<string, SettingSpec>>;

/** A secret: never shown, and read from the command line, a file or standard input. */
export type SecretSpec = Readonly<{
  description: string;
  optional?: true;
  /** Why the value cannot be one, without repeating it; null where it can. */
  check?(value: string): string | null;
}>;

export type SecretSpecs = Readonly<Record<string, SecretSpec>>;

type ValueOf<T extends SettingSpec> = T extends { type: "integer" }
  ? number
  : T extends { type: "boolean" }
    ? boolean
    : T extends { type: "choice"; choices: readonly (infer C)[] }
      ? C
      : string;

type OrNull<T> = T extends { optional: true } ? null : never;

/** The values of settings: null only for what is optional and was not given. */
export type SettingValues<S extends SettingSpecs> = {
  readonly [K in keyof S]: ValueOf<S[K]> | OrNull<S[K]>;
};

export type SecretValues<X extends SecretSpecs> = {
  readonly [K in keyof X]: string | OrNull<X[K]>;
};

/** As stored: only what the operator has set. */
export type GivenSettings = Readonly<Record<string, string | number | boolean>>;

/** What is wrong with a setting or a secret, in one line that names it. Values of secrets are never repeated. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

/** Reads a setting from the command line; throws a `SettingError`. */
export function readSetting(name: string, spec: SettingSpec, text: string): string | number | boolean {
  const wrong = (must: string) => new SettingError(`${name} must be ${must}, not "${text}"`);
  switch (spec.type) {
    case "integer": {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
      if (value >= spec.minimum && value <= spec.maximum) return value;
      throw wrong(`a whole number from ${spec.minimum} to ${spec.maximum}`);
    }
    case "boolean":
      if (/^(true|on|yes|1)$/i.test(text)) return true;
      if (/^(false|off|no|0)$/i.test(text)) return false;
      throw wrong("true or false");
    case "choice":
      if (spec.choices.includes(text)) return text;
      throw wrong(`one of ${spec.choices.join(", ")}`);
    case "url": {
      const protocols = spec.protocols ?? ["https:", "http:"];
      const url = URL.canParse(text) ? new URL(text) : null;
      // A password in a URL would be shown with the settings.
      if (url && protocols.includes(url.protocol) && url.username === "" && url.password === "") {
        return text.replace(/\/+$/, "");
      }
      throw new SettingError(
        `${name} must be a URL beginning with ${protocols.map((one) => `${one}//`).join(" or ")}, without a user or password`,
      );
    }
    case "text":
      if (text !== "" && text.length <= 1_024 && (spec.pattern?.test(text) ?? true)) return text;
      throw wrong(spec.form ?? "a text of 1 to 1,024 characters");
  }
}

/** Whether nothing stands for a setting that was not given. */
const isMissing = (spec: SettingSpec) => !spec.optional && spec.default === undefined;

/** Completes what was given with defaults; throws a `SettingError` for what is missing or unknown. */
export function completeSettings<S extends SettingSpecs>(specs: S, given: GivenSettings): SettingValues<S> {
  refuseUnknown(Object.keys(specs), Object.keys(given), "setting");
  const values = Object.entries(specs).map(([name, spec]) => {
    const value = given[name] ?? spec.default;
    if (value === undefined && isMissing(spec))
      throw new SettingError(`the setting ${name} is missing: ${spec.description}`);
    return [name, value ?? null] as const;
  });
  return Object.fromEntries(values) as SettingValues<S>;
}

/** The same for secrets. */
export function completeSecrets<X extends SecretSpecs>(
  specs: X,
  given: Readonly<Record<string, string>>,
): SecretValues<X> {
  refuseUnknown(Object.keys(specs), Object.keys(given), "secret");
  const values = Object.entries(specs).map(([name, spec]) => {
    const value = given[name];
    if (value === undefined && !spec.optional)
      throw new SettingError(`the secret ${name} is missing: ${spec.description}`);
    const problem = value === undefined ? null : (spec.check?.(value) ?? null);
    if (problem !== null) throw new SettingError(`the secret ${name} ${problem}`);
    return [name, value ?? null] as const;
  });
  return Object.fromEntries(values) as SecretValues<X>;
}

function refuseUnknown(known: readonly string[], given: readonly string[], what: "setting" | "secret"): void {
  const unknown = given.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const there = known.length === 0 ? `it has no ${what}s` : `it has ${known.join(", ")}`;
  throw new SettingError(`there is no ${what} ${unknown} of this kind; ${there}`);
}
