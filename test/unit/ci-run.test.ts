import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { temporaryFolder } from "../support/temporary-folder";

const script = resolve(__dirname, "../../.ci/run");

/** Output and exit status of the stand-in for npm, by the words after `npm`. */
type NpmRuns = Record<string, { says?: string; does?: string; exits?: number }>;

const jestSays = (tests: string, suites = "4 passed, 4 total") =>
  `PASS test/unit/text.test.ts\n\nTest Suites: ${suites}\nTests:       ${tests}\nSnapshots:   0 total\nTime:        9.7 s`;

const GREEN: NpmRuns = {
  test: { says: jestSays("12 passed, 12 total") },
  "run test:robustness": { says: jestSays("2 passed, 2 total") },
  "run test:simulation": { says: jestSays("3 passed, 3 total") },
  "run test:faults": { says: jestSays("5 passed, 5 total") },
  "run test:browser": { says: jestSays("3 passed, 3 total") },
  "run test:crash": { says: jestSays("6 passed, 6 total") },
  "run test:s3": { says: jestSays("10 passed, 10 total") },
  "run test:package": { says: jestSays("7 passed, 7 total") },
  "run test:carriers": { says: jestSays("6 passed, 6 total") },
  "run test:smsc": { says: jestSays("8 passed, 8 total") },
  "run test:docs": { says: jestSays("9 passed, 9 total") },
  "run test:contract-check": { says: jestSays("8 passed, 8 total") },
  "run test:toolchain": { says: jestSays("1 passed, 1 total") },
  "run test:sdks": { says: jestSays("6 passed, 6 total") },
  "run test:asterisk": { says: jestSays("10 passed, 10 total") },
  "run test:promtool": { says: jestSays("12 passed, 12 total") },
  "run test:proxies": { says: jestSays("3 passed, 3 total") },
  "run test:nodes": { says: jestSays("4 passed, 4 total") },
  "run test:newest": { says: jestSays("5 passed, 5 total") },
};

async function run(runs: NpmRuns) {
  const folder = temporaryFolder("ci");
  // The shell runs the first matching pattern, so the longest pattern comes first.
  const longestFirst = Object.entries({ ...GREEN, ...runs }).sort(([a], [b]) => b.length - a.length);
  const cases = longestFirst.map(([words, { says = "", does = ":", exits = 0 }], index) => {
    writeFileSync(join(folder, String(index)), `${says}\n`);
    return `"${words}"*) cat "${folder}/${index}" >&2; ${does} || exit 1; exit ${exits} ;;`;
  });
  writeFileSync(join(folder, "npm"), `#!/bin/sh\ncase "$*" in\n${cases.join("\n")}\nesac\n`);
  chmodSync(join(folder, "npm"), 0o755);
  const child = spawn(script, {
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    stdio: ["ignore", "pipe", "inherit"],
  });

  const [stdout, [status]] = await Promise.all([
    text(child.stdout),
    once(child, "exit") as Promise<[number | null]>,
  ]);
  return { status, stdout, last: stdout.trimEnd().split("\n").at(-1) };
}

// Concurrent, because each run mostly waits for its steps to end.
describe(".ci/run", () => {
  it.concurrent("counts each step once and the tests as Jest reports them", async () => {
    expect(await run({})).toMatchObject({ status: 0, last: "132 passed, 0 failed" });
  });

  it.concurrent("keeps the folder in which tests record apart from the logs of the steps", async () => {
    const says = jestSays("12 passed, 12 total");
    const records = { says, does: 'mkdir -p "$RECADO_CONTRACT_COVERAGE"' };
    const runs = { test: records, "run test:carriers": { ...records, says: jestSays("6 passed, 6 total") } };
    expect(await run(runs)).toMatchObject({ status: 0, last: "132 passed, 0 failed" });
  });

  it.concurrent("counts failed tests and ignores skipped ones", async () => {
    const says = jestSays(
      "3 failed, 2 skipped, 1 todo, 1200 passed, 1206 total",
      "1 failed, 9 passed, 10 total",
    );
    expect(await run({ test: { says, exits: 1 } })).toMatchObject({
      status: 1,
      last: "1320 passed, 3 failed",
    });
  });

  it.concurrent("counts failures of concurrent steps, and steps that fail without output", async () => {
    const says = jestSays("2 failed, 5 passed, 7 total", "1 failed, 1 passed, 2 total");
    const { status, last } = await run({ "run test:newest": { says, exits: 1 } });
    expect([status, last?.split(", ")[1]]).toEqual([1, "2 failed"]);
    expect((await run({ "run test:newest": { exits: 1 } })).last).toMatch(/, 1 failed$/);
  });

  it.concurrent("reads a coloured summary", async () => {
    const says = `\u001b[1mTests:       \u001b[22m\u001b[1m\u001b[31m2 failed\u001b[39m\u001b[22m, \u001b[32m5 passed\u001b[39m, 7 total`;
    expect((await run({ test: { says, exits: 1 } })).last).toBe("125 passed, 2 failed");
  });

  it.concurrent("counts test files that do not start", async () => {
    const says = jestSays("9 passed, 9 total", "2 failed, 3 passed, 5 total");
    expect((await run({ test: { says, exits: 1 } })).last).toBe("129 passed, 2 failed");
  });

  it.concurrent.each([
    [
      "a crash without a summary",
      { says: "FATAL ERROR: heap out of memory", exits: 134 },
      "120 passed, 1 failed",
    ],
    ["a success without a summary", { says: "no tests found" }, "120 passed, 1 failed"],
    [
      "a failure after all tests passed",
      { says: jestSays("4 passed, 4 total"), exits: 1 },
      "124 passed, 1 failed",
    ],
  ])("counts %s as a failure", async (_, runs, last) => {
    expect(await run({ test: runs })).toMatchObject({ status: 1, last });
  });

  it.concurrent("continues after a failing step and prints the step's output", async () => {
    const { status, stdout, last } = await run({
      "run lint": { says: "src/platform/text.ts: 1 problem", exits: 1 },
      "run check:generated": { exits: 1 },
    });
    expect({ status, last }).toEqual({ status: 1, last: "130 passed, 2 failed" });
    expect(stdout).toContain("src/platform/text.ts: 1 problem");
    expect(stdout).toMatch(/=== typecheck: 1 passed, 0 failed/);
  });

  it.concurrent("repeats the failed steps and their reasons at the end", async () => {
    const says = `  ● parties › are counted\n\n    Expected: 3\n\n${jestSays("1 failed, 7 passed, 8 total")}`;
    const { stdout } = await run({
      "run lint": { says: "src/platform/text.ts: 1 problem", exits: 1 },
      "run test:package": { says, exits: 1 },
      "run test:newest": { says: says.replace("parties", "clocks"), exits: 1 },
    });
    const end = stdout.slice(stdout.indexOf("=== failed:"));
    expect(end.match(/=== failed: \w+/g)).toEqual(
      ["lint", "package", "newest"].map((name) => `=== failed: ${name}`),
    );
    expect(end).toContain("src/platform/text.ts: 1 problem");
    expect(end).toMatch(/● parties › are counted\n\n {4}Expected: 3/);
    expect(end).toContain("● clocks › are counted");
  });

  it.concurrent("counts tests that pass when repeated as passed, and names them", async () => {
    const says = `\u001b[31mFAIL\u001b[39m test/browser/a.browser.ts (9 s)\n  ● pages › open\n\n${jestSays("1 failed, 2 passed, 3 total")}`;
    const again = { says: jestSays("2 passed, 2 total") };
    const { status, stdout, last } = await run({
      "run test:browser -- --runTestsByPath test/browser/a.browser.ts": again,
      "run test:browser": { says, exits: 1 },
    });
    expect({ status, last }).toEqual({ status: 0, last: "132 passed, 0 failed" });
    const end = stdout.slice(stdout.indexOf("=== passed only when repeated: browser"));
    expect(end).toContain("● pages › open");
    expect(end).not.toContain("=== failed:");
  });

  it.concurrent(
    "counts tests that fail again as failed, and repeats at most three failed tests",
    async () => {
      const says = `FAIL test/browser/a.browser.ts\n\n${jestSays("1 failed, 2 passed, 3 total")}`;
      expect(await run({ "run test:browser": { says, exits: 1 } })).toMatchObject({
        status: 1,
        last: "131 passed, 1 failed",
      });
      const many = await run({
        "run test:browser -- --runTestsByPath": { says: jestSays("4 passed, 4 total") },
        "run test:browser": { says: says.replace("1 failed", "4 failed"), exits: 1 },
      });
      expect(many).toMatchObject({ status: 1, last: "131 passed, 4 failed" });
    },
  );

  it.concurrent("stops when the dependencies cannot be installed", async () => {
    const { status, stdout, last } = await run({ ci: { says: "npm error code ERESOLVE", exits: 1 } });
    expect({ status, last }).toEqual({ status: 1, last: "0 passed, 1 failed" });
    expect(stdout).not.toContain("=== lint");
  });
});
