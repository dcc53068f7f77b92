// `recado …` from a checkout: runs the command line from the build of the current sources. Makes a missing
// build first. `recado build` only makes the build and prints its folder.
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
