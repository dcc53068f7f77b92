// Runs `recado …` from a checkout. Builds the current sources first, unless a build of them exists.
// `recado build` runs no command and prints the folder of the build.
import { createRequire } from "node:module";
import { join } from "node:path";
import { BuildError, ensureBuild, markInUse } from "./builds.mjs";

try {
  const build = ensureBuild();
  if (process.argv[2] === "build") console.log(build);
  else {
    markInUse(build);
    process.setSourceMapsEnabled(true);
    createRequire(import.meta.url)(join(build, "src", "cli", "main.js"));
  }
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
