import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { csharp } from "./csharp";
import { go } from "./go";
import { java } from "./java";
import { type Language, type LanguageName, succeed, type TourCommand } from "./language";
import { python } from "./python";
import type { Source } from "./source";
import type { TourService } from "./tour-service";

const root = resolve(__dirname, "../..");

export const LANGUAGES: Readonly<Record<LanguageName, Language>> = { python, go, java, csharp };

const GENERATOR = join(root, "node_modules", ".bin", "openapi-generator-cli");

const SHORT_RUN = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

/** Option that omits documentation and empty tests. */
const CODE_ONLY = "--global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false";

type Era = keyof TourService["urls"];

type Times = Record<"generated" | "compiled" | "toured", number>;

async function generate(language: Language, bundle: string, client: string): Promise<void> {
  rmSync(client, { recursive: true, force: true });
  const args = ["generate", ...language.generator, "-i", bundle, "-o", client, CODE_ONLY];
  await succeed(`openapi-generator for ${language.title}`, process.execPath, [GENERATOR, ...args], {
    cwd: root,
    env: { JAVA_OPTS: SHORT_RUN },
  });
}

async function runTour({ program, args, env }: TourCommand, era: Era, service: TourService, cwd: string) {
  const { stdout } = await succeed(
    `the tour of ${era === "today" ? "today's" : "a later"} service`,
    program,
    args,
    {
      cwd,
      env: {
        ...env,
        RECADO_URL: service.urls[era],
        RECADO_KEY: service.key,
        RECADO_RECEIVER: service.receiver,
      },
    },
  );
  return stdout.replaceAll("\r", "").trimEnd().split("\n");
}

/** Returns a description of each line that differs from the expected output. */
export function differences(printed: readonly string[], expected: readonly string[]): string[] {
  const lines = Array.from({ length: Math.max(printed.length, expected.length) }, (_, index) => index);
  return lines
    .filter((index) => printed[index] !== expected[index])
    .map(
      (index) => `expected ${expected[index] ?? "nothing more"}\n    printed ${printed[index] ?? "nothing"}`,
    );
}

/**
 * Generates a client and compiles it with its tour. Runs the tour against today's version and the later
 * version. Returns the durations in milliseconds. Throws if a step fails or the tour prints different lines.
 */
export async function tourOf(language: Language, source: Source, service: TourService): Promise<Times> {
  const work = join(root, "dist", "sdks", language.name);
  const [client, tours, bundle] = [join(work, "client"), join(work, "tours"), join(work, "openapi.sdk.json")];
  mkdirSync(work, { recursive: true });
  rmSync(tours, { recursive: true, force: true });
  source.copyTours(tours);
  writeFileSync(bundle, source.bundle);
  const tour = join(tours, language.name);
  const says = JSON.parse(readFileSync(join(tours, "says.json"), "utf8")) as Record<Era, string[]>;

  const began = Date.now();
  await generate(language, bundle, client);
  const generated = Date.now();
  // The client is generated first, because the tour's build files refer to the client by a relative path.
  const command = await language.build({ client, tour, work });
  const compiled = Date.now();
  for (const era of ["today", "later"] as const) {
    const wrong = differences(await runTour(command, era, service, work), says[era]);
    if (wrong.length > 0) throw new Error(`The tour (${era}) printed different lines:\n${wrong.join("\n")}`);
  }
  return { generated: generated - began, compiled: compiled - generated, toured: Date.now() - compiled };
}
