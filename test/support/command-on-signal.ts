// The command line, loaded and waiting for a line on standard input, so that several commands can begin at
// the same moment.
import "../../src/cli/run";
import "../../src/app/compose";

process.stdout.write("loaded\n");
process.stdin.once("data", () => {
  process.stdin.pause();
  void import("../../src/cli/main.js");
});
