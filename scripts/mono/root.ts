import { join } from "node:path";
import { treeOf } from "../debian/tree";

export const monoRoot = (): string => treeOf("mono");

/** Returns the path of Json.NET, which generated C# clients need. */
export const jsonNet = (): string => join(monoRoot(), "opt", "json-net", "Newtonsoft.Json.dll");

/** Returns the command and the environment that run a program of the .NET Framework. */
export function mono(program: string): {
  command: readonly [string, string];
  env: { MONO_PATH: string } & Readonly<Record<string, string>>;
} {
  const root = monoRoot();
  return {
    command: [join(root, "usr/bin/mono-sgen"), program],
    env: {
      LD_LIBRARY_PATH: join(root, "usr/lib"),
      MONO_PATH: join(root, "usr/lib/mono/4.5"),
      MONO_GAC_PREFIX: join(root, "usr"),
      MONO_CFG_DIR: join(root, "etc"),
    },
  };
}
