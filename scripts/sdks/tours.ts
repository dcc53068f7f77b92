import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { csharp } from "./csharp";
import { go } from "./go";
import { java } from "./java";
import { type Language, type LanguageName, succeed, type TourCommand } from "./language";
import { python } from "./python";
import type { Source } from "./source";
import type { Stage } from "./stage";

const root = resolve(__dirname, "../..");

export const LANGUAGES: Readonly<Record<LanguageName, Language>> = { python, go, java, csharp };

const GENERATOR = join(root, "node_modules", ".bin", "openapi-generator-cli");

/** A program that ends within seconds. */
const SHORT_RUN = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

/** Clients alone: no pages, and no tests that are empty. */
const CODE_ONLY = "--global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false";

type Era = keyof Stage["urls"];

/** How long each part took, in milliseconds. */
export type Times = Record<"generated" | "compiled" | "toured", number>;

async function generate(language: Language, bundle: string, client: string): Promise<void> {
  rmSync(client, { recursive: true, force: true });
  const args = ["generate", ...language.generator, "-i", bundle, "-o", client, CODE_ONLY];
  await succeed(`openapi-generator for ${language.title}`, process.execPath, [GENERATOR, ...args], {
    cwd: root,
    env: { JAVA_OPTS: SHORT_RUN },
  });
}

async function takeTour({ program, args, env }: TourCommand, era: Era, stage: Stage, cwd: string) {
  const { stdout } = await succeed(
    `the tour of ${era === "today" ? "today's" : "a later"} service`,
    program,
    args,
    {
      cwd,
      env: {
        ...env,
        RECADO_URL: stage.urls[era],
        RECADO_KEY: stage.key,
        RECADO_RECEIVER: stage.receiver,
      },
    },
  );
  return stdout.replaceAll("\r", "").trimEnd().split("\n");
}

/** What a tour said otherwise than it should, line by line; empty where all is well. */
export function differences(said: readonly string[], expected: readonly string[]): string[] {
  const lines = Array.from({ length: Math.max(said.length, expected.length) }, (_, index) => index);
  return lines
    .filter((index) => said[index] !== expected[index])
    .map((index) => `expected ${expected[index] ?? "nothing more"}\n    said ${said[index] ?? "nothing"}`);
}

/**
 * Generates the client of a language, compiles it with its tour, and takes the tour twice: against the service, and
 * against what a later version of it may say. Throws what goes wrong.
 */
export async function tourOf(language: Language, source: Source, stage: Stage): Promise<Times> {
  const work = join(root, "dist", "sdks", language.name);
  const [client, tours, bundle] = [join(work, "client"), join(work, "tours"), join(work, "openapi.sdk.json")];
  mkdirSync(work, { recursive: true });
  rmSync(tours, { recursive: true, force: true });
  await source.copyTours(tours);
  writeFileSync(bundle, source.bundle);
  const tour = join(tours, language.name);
  if (!existsSync(tour)) throw new Error(`${source.name} has no tour in ${language.title}.`);
  const says = JSON.parse(readFileSync(join(tours, "says.json"), "utf8")) as Record<Era, string[]>;

  const began = Date.now();
  await generate(language, bundle, client);
  const generated = Date.now();
  // Beside the client, as its files say.
  const command = await language.build({ client, tour, work });
  const compiled = Date.now();
  for (const era of ["today", "later"] as const) {
    const wrong = differences(await takeTour(command, era, stage, work), says[era]);
    if (wrong.length > 0) throw new Error(`The tour (${era}) went otherwise:\n${wrong.join("\n")}`);
  }
  return { generated: generated - began, compiled: compiled - generated, toured: Date.now() - compiled };
}
