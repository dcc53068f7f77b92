import { grouped } from "../../src/platform/db/grouped";

describe("what is grouped", () => {
  /** Runs that end when they are told to. */
  function held(most?: number) {
    const runs: { items: readonly string[]; end(error?: Error): void }[] = [];
    const run = (items: readonly string[]) =>
      new Promise<string[]>((resolve, reject) =>
        runs.push({
          items,
          end: (error) => (error ? reject(error) : resolve(items.map((item) => item.toUpperCase()))),
        }),
      );
    return { runs, add: grouped(run, most) };
  }

  it("is done at once where nothing is under way, and what comes meanwhile shares the next run", async () => {
    const { runs, add } = held();
    const first = add("a");
    const others = [add("b"), add("c"), add("d")];
    expect(runs.map(({ items }) => items)).toEqual([["a"]]);
    runs[0]?.end();
    expect(await first).toBe("A");
    expect(runs[1]?.items).toEqual(["b", "c", "d"]);
    runs[1]?.end();
    expect(await Promise.all(others)).toEqual(["B", "C", "D"]);
  });

  it("fails with its own run only", async () => {
    const { runs, add } = held(2);
    const all = Promise.allSettled([add("a"), add("b"), add("c"), add("d"), add("e")]);
    runs[0]?.end();
    await Promise.resolve();
    for (let next = 1; next < 3; next += 1) {
      while (runs.length <= next) await Promise.resolve();
      runs[next]?.end(next === 1 ? new Error("no room") : undefined);
    }
    const outcomes = (await all).map((one) => (one.status === "fulfilled" ? one.value : "failed"));
    expect(outcomes).toEqual(["A", "failed", "failed", "D", "E"]);
  });
});
