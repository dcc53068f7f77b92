import { existsSync } from "node:fs";
import { join } from "node:path";
import { BENCHES, parseOptions } from "../../scripts/bench/options";
import { isMet, type Result, toLine, toTable } from "../../scripts/bench/report";
import { compare, growthExponent, median, percentile } from "../../scripts/bench/stats";

describe("benchmark statistics", () => {
  it.each([
    [[3], 3],
    [[1, 2], 1.5],
    [[9, 1, 5], 5],
    [[4, 1, 3, 2], 2.5],
    [[10, 9, 100], 10],
  ])("returns the median of %j", (values, expected) => {
    expect(median(values)).toBe(expected);
  });

  it("returns NaN as the median and percentile of no values", () => {
    expect(median([])).toBeNaN();
    expect(percentile([], 0.5)).toBeNaN();
  });

  it.each([
    [0, 1],
    [0.01, 1],
    [0.5, 50],
    [0.99, 99],
    [1, 100],
  ])("returns the value at the share %d", (share, expected) => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(percentile(values, share)).toBe(expected);
  });

  it("does not change the values", () => {
    const values = [3, 1, 2];
    median(values);
    percentile(values, 0.5);
    expect(values).toEqual([3, 1, 2]);
  });

  it("computes the ratio from pairs, not from medians", () => {
    const compared = compare([
      { ours: 10, floor: 10 },
      { ours: 30, floor: 100 },
      { ours: 40, floor: 80 },
    ]);
    expect(compared).toEqual({ ours: 30, floor: 80, ratio: 0.5, min: 0.3, max: 1 });
  });

  it.each([0.5, 1, 1.1, 2])("finds the growth exponent %d", (exponent) => {
    const points = [1_000, 10_000, 200_000].map((n) => ({ n, seconds: 0.003 * n ** exponent }));
    expect(growthExponent(points)).toBeCloseTo(exponent, 10);
  });

  it("returns NaN as the growth exponent of a single size", () => {
    expect(growthExponent([{ n: 10, seconds: 1 }])).toBeNaN();
    expect(
      growthExponent([
        { n: 10, seconds: 1 },
        { n: 10, seconds: 2 },
      ]),
    ).toBeNaN();
  });
});

describe("benchmark reports", () => {
  const result: Result = {
    bench: "send 1000",
    db: "sqlite",
    n: 100_000,
    unit: "messages/s",
    ours: 34_567.89,
    floor: 70_000,
    ratio: 0.49382,
    min: 0.4,
    max: 0.6,
    aim: { atLeast: 0.4 },
    p50: 12.3456,
    p99: null,
    cpuMsPerRow: 0.0291234,
    rssMb: 210.6,
    exponent: NaN,
  };

  it("prints a result as one line of JSON", () => {
    expect(JSON.parse(toLine(result))).toEqual({
      bench: "send 1000",
      db: "sqlite",
      n: 100_000,
      unit: "messages/s",
      ours: 34_570,
      floor: 70_000,
      ratio: 0.4938,
      min: 0.4,
      max: 0.6,
      aim: ">= 0.4",
      met: true,
      p50: 12.35,
      p99: null,
      cpu_ms_per_row: 0.02912,
      rss_mb: 210.6,
      exponent: null,
    });
    expect(toLine(result)).not.toContain("\n");
  });

  it.each([
    [{ atLeast: 0.4 }, 0.4, true],
    [{ atLeast: 0.4 }, 0.39, false],
    [{ atMost: 1.8 }, 1.8, true],
    [{ atMost: 1.8 }, 1.81, false],
    [null, 5, null],
  ])("compares the aim %j with the ratio %d", (aim, ratio, expected) => {
    expect(isMet({ aim, ratio })).toBe(expected);
  });

  it("prints a table with a line for each result", () => {
    const [head, line, ...rest] = toTable([result]).split("\n");
    expect(head).toMatch(/^benchmark +database +n +unit/);
    expect(line).toMatch(
      /^send 1000 +sqlite +100,000 +messages\/s +34,568 +70,000 +0\.494 +0\.40–0\.60 +>= 0\.4 +yes/,
    );
    expect(rest).toEqual([]);
  });
});

describe("benchmark options", () => {
  it("defaults to all benchmarks on both databases", () => {
    expect(parseOptions([])).toEqual({
      benches: BENCHES,
      databases: ["sqlite", "postgres"],
      quick: false,
      million: false,
      pairs: 5,
      only: null,
      profileDir: null,
    });
  });

  it("accepts benchmark names, a database, a filter and the quick mode", () => {
    const options = parseOptions(["send", "--db", "postgres", "--quick", "--only", "1000"]);
    expect(options).toMatchObject({ benches: ["send"], databases: ["postgres"], pairs: 3, only: "1000" });
  });

  it.each([[["nothing"]], [["--db", "oracle"]], [["--pairs", "0"]], [["--pairs", "1.5"]], [["--unknown"]]])(
    "refuses %j",
    (args) => {
      expect(() => parseOptions(args)).toThrow();
    },
  );
});

it.each(BENCHES)("finds the file of the benchmark %s", (name) => {
  expect(existsSync(join(__dirname, "../../scripts/bench/benchmarks", `${name}.ts`))).toBe(true);
});
