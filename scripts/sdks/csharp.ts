import { existsSync } from "node:fs";
import { join } from "node:path";
import { jsonNet, mono, monoRoot } from "../debian/mono";
import { type Language, succeed } from "./language";

const PROPERTIES = [
  "packageName=Recado",
  "targetFramework=net48",
  "library=httpclient",
  "supportsRetry=false", // retries need Polly
];
const ASSEMBLIES = [
  "System.Net.Http.dll",
  "System.ComponentModel.DataAnnotations.dll",
  "System.Web.dll",
  "System.Runtime.Serialization.dll",
];

export const csharp: Language = {
  name: "csharp",
  title: "C#",
  generator: ["-g", "csharp", `--additional-properties=${PROPERTIES.join(",")}`],
  missing: () =>
    Promise.resolve(
      existsSync(monoRoot()) ? null : "C# needs Mono: `npm run mono:install` fetches it from Debian.",
    ),
  async build({ client, tour, work }) {
    const program = join(work, "Tour.exe");
    const references = [...ASSEMBLIES, jsonNet()].map((file) => `-r:${file}`);
    const sources = [`-recurse:${join(client, "src", "Recado", "*.cs")}`, join(tour, "Tour.cs")];
    const { command, env } = mono(join(monoRoot(), "usr/lib/mono/4.5/mcs.exe"));
    const options = ["-langversion:latest", "-warn:0", "-target:exe", `-out:${program}`];
    await succeed("mcs", command[0], [...command.slice(1), ...options, ...references, ...sources], {
      cwd: work,
      env,
    });
    const run = mono(program);
    const MONO_PATH = [run.env.MONO_PATH, join(jsonNet(), "..")].join(":");
    return { program: run.command[0], args: run.command.slice(1), env: { ...run.env, MONO_PATH } };
  },
};
