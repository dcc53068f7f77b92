import { memoisedProbe } from "../../src/http/memoised-probe";

describe("a memoised probe", () => {
  let now: number;
  let pending: ((result: string | Error) => void)[];
  let probe: () => Promise<string>;

  beforeEach(() => {
    now = 0;
    pending = [];
    probe = memoisedProbe(
      1_000,
      () =>
        new Promise<string>((resolve, reject) =>
          pending.push((result) => (result instanceof Error ? reject(result) : resolve(result))),
        ),
      () => now,
    );
  });

  it("runs once for all concurrent callers, however long it takes", async () => {
    const results = [probe(), probe()];
    now = 5_000;
    results.push(probe());
    pending[0]?.("first");
    expect(await Promise.all(results)).toEqual(["first", "first", "first"]);
    expect(pending).toHaveLength(1);
  });

  it("runs again when its result is older than a second", async () => {
    const first = probe();
    pending[0]?.("first");
    await first;
    now = 999;
    expect(await probe()).toBe("first");
    now = 1_000;
    const second = probe();
    pending[1]?.("second");
    expect(await second).toBe("second");
  });

  it("returns a failure to all callers and retries after a second", async () => {
    const first = probe();
    pending[0]?.(new Error("away"));
    await expect(first).rejects.toThrow("away");
    await expect(probe()).rejects.toThrow("away");
    now = 1_000;
    const second = probe();
    pending[1]?.("back");
    expect(await second).toBe("back");
  });
});
