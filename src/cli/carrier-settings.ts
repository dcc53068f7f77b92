import { readFileSync } from "node:fs";
import type { Command } from "commander";
import type { CarrierKind } from "../carriers/kind";
import { type GivenSettings, readSetting, SettingError } from "../carriers/settings";
import { settingsOf } from "../resources/connections/connection";
import { CommandError, UsageError } from "./errors";

// What is given of a connection on the command line.

export interface SetOptions {
  set?: string[];
  secret?: string[];
}

const collect = (value: string, before: string[] = []) => [...before, value];

/** Gives a command the options that set what a connection has. */
export const settable = (command: Command): Command =>
  command
    .option("--set <key=value>", "a setting; may be given several times", collect)
    .option("--secret <key=value>", "a secret: its value, @FILE, or - for standard input", collect);

/** `key=value`, told apart at the first `=`. */
function pairOf(text: string, option: string): [name: string, value: string] {
  const at = text.indexOf("=");
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new UsageError(`${option} must read key=value`);
}

export function givenSettings(kind: CarrierKind, { set = [] }: SetOptions): GivenSettings {
  const specs = settingsOf(kind);
  return Object.fromEntries(
    set.map((text) => {
      const [name, value] = pairOf(text, "--set");
      const spec = specs[name];
      if (spec) return [name, readSetting(name, spec, value)];
      const isSecret = Object.hasOwn(kind.secrets, name);
      throw new SettingError(
        isSecret
          ? `${name} is a secret: give it by --secret`
          : `there is no setting ${name} of this kind; it has ${Object.keys(specs).join(", ")}`,
      );
    }),
  );
}

/** `key=value`, `key=@FILE`, or `key=-` for standard input: what stands on a command line may be seen by others. */
export function givenSecrets({ secret = [] }: SetOptions): Record<string, string> {
  if (secret.filter((text) => text.endsWith("=-")).length > 1) {
    throw new UsageError("Only one secret can be read from standard input");
  }
  return Object.fromEntries(
    secret.map((text) => {
      const [name, value] = pairOf(text, "--secret");
      if (value === "-") return [name, readSecretFile(0, name)];
      return [name, value.startsWith("@") ? readSecretFile(value.slice(1), name) : value];
    }),
  );
}

/** A file mostly ends with a line break that is no part of the secret. */
function readSecretFile(file: string | number, name: string): string {
  try {
    return readFileSync(file, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    throw new CommandError(`The secret ${name} cannot be read: ${(error as Error).message}`);
  }
}
