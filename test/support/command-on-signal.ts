// Loads the command line and runs it once standard input has a line. Several loaded commands can start at one
// moment.
import "../../src/cli/run";
import "../../src/app/compose";

process.stdout.write("loaded\n");
process.stdin.once("data", () => {
  process.stdin.pause();
  void import("../../src/cli/main.js");
});
