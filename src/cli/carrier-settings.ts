import { readFileSync } from "node:fs";
import type { Command } from "commander";
import type { CarrierKind } from "../carriers/kind";
import { type GivenSettings, readSetting, SettingError } from "../carriers/settings";
import { settingsOf } from "../features/connections/connection";
import { CommandError, UsageError } from "./errors";
import { typedSecret } from "./typed-secret";

export interface SetOptions {
  set?: string[];
  secret?: string[];
}

const collect = (value: string, before: string[] = []) => [...before, value];

export const settable = (command: Command): Command =>
  command
    .option("--set <key=value>", "a setting; an empty value restores the default; may be repeated", collect)
    .option(
      "--secret <key=value>",
      "a secret: its value, @FILE, or - for standard input, which prompts in a terminal; an empty value removes an optional one",
      collect,
    );

/** Parses `key=value`. The value may contain `=`. */
function pairOf(text: string, option: string): [name: string, value: string] {
  const at = text.indexOf("=");
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new UsageError(`${option} must read key=value`);
}

/** Changed settings or secrets by name. Null resets a setting to its default, and removes a secret. */
type Changes<T> = Readonly<Record<string, T | null>>;

export function settingChanges(kind: CarrierKind, { set = [] }: SetOptions): Changes<GivenSettings[string]> {
  const specs = settingsOf(kind);
  return Object.fromEntries(
    set.map((text) => {
      const [name, value] = pairOf(text, "--set");
      const spec = specs[name];
      if (spec) return [name, value === "" ? null : readSetting(name, spec, value)];
      const isSecret = Object.hasOwn(kind.secrets, name);
      throw new SettingError(
        isSecret
          ? `${name} is a secret: give it by --secret`
          : `there is no setting ${name} of this kind; it has ${Object.keys(specs).join(", ")}`,
      );
    }),
  );
}

export const changedBy = <T>(
  changes: Changes<T>,
  before: Readonly<Record<string, T>> = {},
): Record<string, T> =>
  Object.fromEntries(
    Object.entries({ ...before, ...changes }).flatMap(([name, value]) =>
      value === null ? [] : [[name, value]],
    ),
  );

/**
 * Reads the secrets of `--secret`: `key=value`, `key=@FILE`, or `key=-` for standard input. A file or
 * standard input keeps a secret off the command line, which other users may see. A terminal prompts for one
 * line. An empty value removes an optional secret; an empty file does not.
 */
export function secretChanges(kind: CarrierKind, { secret = [] }: SetOptions): Changes<string> {
  if (secret.filter((text) => text.endsWith("=-")).length > 1) {
    throw new UsageError("Only one secret can be read from standard input");
  }
  return Object.fromEntries(
    secret.map((text) => {
      const [name, value] = pairOf(text, "--secret");
      if (value === "" && kind.secrets[name]?.optional) return [name, null];
      if (value === "-") return [name, process.stdin.isTTY ? readTypedSecret(name) : readSecretFile(0, name)];
      return [name, value.startsWith("@") ? readSecretFile(value.slice(1), name) : value];
    }),
  );
}

function readTypedSecret(name: string): string {
  const typed = typedSecret(name);
  if (typed === null) throw new CommandError(`No secret ${name} was entered; nothing was changed`);
  return typed;
}

function readSecretFile(file: string | number, name: string): string {
  try {
    return readFileSync(file, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    throw new CommandError(`The secret ${name} cannot be read: ${(error as Error).message}`);
  }
}
