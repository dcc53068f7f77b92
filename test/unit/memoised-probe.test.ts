import { memoisedProbe } from "../../src/http/memoised-probe";

describe("an answer that may be a second old", () => {
  let now: number;
  let asked: ((answer: string | Error) => void)[];
  let answer: () => Promise<string>;

  beforeEach(() => {
    now = 0;
    asked = [];
    answer = memoisedProbe(
      1_000,
      () =>
        new Promise<string>((resolve, reject) =>
          asked.push((given) => (given instanceof Error ? reject(given) : resolve(given))),
        ),
      () => now,
    );
  });

  it("is asked for once, however many want it and however long it takes", async () => {
    const answers = [answer(), answer()];
    now = 5_000;
    answers.push(answer());
    asked[0]?.("first");
    expect(await Promise.all(answers)).toEqual(["first", "first", "first"]);
    expect(asked).toHaveLength(1);
  });

  it("is asked for anew when it is older than that", async () => {
    const first = answer();
    asked[0]?.("first");
    await first;
    now = 999;
    expect(await answer()).toBe("first");
    now = 1_000;
    const second = answer();
    asked[1]?.("second");
    expect(await second).toBe("second");
  });

  it("may be a failure, which is told to all and asked about again in its time", async () => {
    const first = answer();
    asked[0]?.(new Error("away"));
    await expect(first).rejects.toThrow("away");
    await expect(answer()).rejects.toThrow("away");
    now = 1_000;
    const second = answer();
    asked[1]?.("back");
    expect(await second).toBe("back");
  });
});
