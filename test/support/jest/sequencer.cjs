const { default: Sequencer } = require("@jest/test-sequencer");

/** Ends of the paths of files that take longest in their suite. One of them that starts last leaves cores idle. */
const SLOWEST = [
  "carriers.crash.ts",
  "service.crash.ts",
  "smpp.carriers.ts",
  "asterisk.carriers.ts",
  "contract-check.check.ts",
  "corruptions.check.ts",
  "repeated-postgres.check.ts",
  "new-resource.check.ts",
  "contract-check.package.ts",
  "builds.package.ts",
  "new-resource.toolchain.ts",
  "walk-through.toolchain.ts",
];

/** Starts the slowest files first, and all others in Jest's order. */
module.exports = class SlowestFirst extends Sequencer {
  sort(tests) {
    const isSlow = ({ path }) => SLOWEST.some((end) => path.endsWith(end));
    const sorted = super.sort(tests);
    return [...sorted.filter(isSlow), ...sorted.filter((test) => !isSlow(test))];
  }
};
