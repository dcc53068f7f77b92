// Generates clients in other languages and compiles them. Runs the tour (sample program) of each language
// against the service of this checkout.
// `npm run sdks -- [python go java csharp]`
import { resolve } from "node:path";
import { Argument, Command, CommanderError } from "commander";
import { LANGUAGE_NAMES, type LanguageName } from "./language";
import { presentSource } from "./source";
import { startTourService } from "./tour-service";
import { LANGUAGES, tourOf } from "./tours";

const root = resolve(__dirname, "../..");

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/**
 * Runs the tours of the named languages and returns the exit code. If `named` is empty, runs the tour of each
 * language whose tools are installed.
 */
async function run(named: readonly LanguageName[]): Promise<number> {
  const source = presentSource(root);
  console.log("Clients of the contract of this checkout");
  const languages = (named.length > 0 ? named : LANGUAGE_NAMES).map((name) => LANGUAGES[name]);
  const missing = await Promise.all(languages.map((language) => language.missing()));
  const ready = languages.filter((_, index) => missing[index] === null);
  for (const line of missing) if (line !== null) console.log(line);
  if (ready.length === 0 || (named.length > 0 && ready.length < languages.length)) return 1;
  const service = await startTourService();
  let failed = 0;
  try {
    for (const language of ready) {
      const since = Date.now();
      try {
        const { generated, compiled, toured } = await tourOf(language, source, service);
        const parts = `generated ${seconds(generated)}, compiled ${seconds(compiled)}, toured ${seconds(toured)}`;
        console.log(`${language.title}: ${seconds(Date.now() - since)} (${parts})`);
      } catch (error) {
        failed += 1;
        console.error(`${language.title} failed: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  } finally {
    await service.close();
  }
  return failed === 0 ? 0 : 1;
}

async function main(): Promise<number> {
  const command = new Command("npm run sdks --")
    .description("Generates clients in other languages, compiles them, and runs the tour of each.")
    .addArgument(
      new Argument("[languages...]", "all languages with tools on this machine if omitted").choices(
        LANGUAGE_NAMES,
      ),
    )
    .exitOverride()
    .parse(process.argv);
  return run(command.args as LanguageName[]);
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    if (error instanceof CommanderError) process.exit(error.exitCode);
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
