export type SettingSpec = Readonly<{
  description: string;
  /** Whether an absent setting without a default is null instead of an error. */
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

/** Specification of a secret. The command line never displays the value. */
type SecretSpec = Readonly<{
  description: string;
  optional?: true;
  /** Returns why the value is invalid, without quoting the secret, or null. */
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

/** Values of settings. Only an absent optional setting is null. */
export type SettingValues<S extends SettingSpecs> = {
  readonly [K in keyof S]: ValueOf<S[K]> | OrNull<S[K]>;
};

export type SecretValues<X extends SecretSpecs> = {
  readonly [K in keyof X]: string | OrNull<X[K]>;
};

/** Settings that the operator has set, without defaults. */
export type GivenSettings = Readonly<Record<string, string | number | boolean>>;

/** Invalid setting or secret. The message is one line and never contains a secret. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

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
      // Settings are displayed, so a URL must not contain a password.
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

const isMissing = (spec: SettingSpec) => !spec.optional && spec.default === undefined;

/** Adds the defaults. Throws a `SettingError` for a missing or unknown setting. */
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

/** Validates the secrets. Throws a `SettingError` for a missing, unknown or invalid secret. */
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
