import { retry } from "../../src/platform/concurrency/retry";

/** Returns work that fails with the given errors, one after the other, and then succeeds. */
function failing(...errors: string[]) {
  let calls = 0;
  const work = async () => {
    const error = errors[calls++];
    if (error !== undefined) throw new Error(error);
    return "done";
  };
  return { work, calls: () => calls };
}

const isAway = (error: unknown) => (error as Error).message === "away";

describe("a retry", () => {
  it("returns the first result", async () => {
    const { work, calls } = failing("away", "away");
    expect(await retry(work, [0, 0, 0], isAway)).toBe("done");
    expect(calls()).toBe(3);
  });

  it("rejects with the last error when the pauses are used up", async () => {
    const { work, calls } = failing("away", "away", "away");
    await expect(retry(work, [0, 0], isAway)).rejects.toThrow("away");
    expect(calls()).toBe(3);
  });

  it("rejects at once with an error that is not worth a retry", async () => {
    const { work, calls } = failing("away", "refused");
    await expect(retry(work, [0, 0, 0], isAway)).rejects.toThrow("refused");
    expect(calls()).toBe(2);
  });
});
