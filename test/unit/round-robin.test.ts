import { RoundRobin } from "../../src/platform/db/reads/round-robin";

/** Work that ends when it is told, and notes when it begins. */
function bench(limits: ConstructorParameters<typeof RoundRobin>[0]) {
  const turns = new RoundRobin(limits, () => new Error("too many wait"));
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (account: string, name: string, signal = new AbortController().signal) =>
    turns.run(
      account,
      () => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      },
      signal,
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    // What follows from an end takes a few turns of promises.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { start, end, begun };
}

describe("turns of accounts", () => {
  it("go round, however much one account has waiting", async () => {
    const { start, end, begun } = bench({ atOnce: 1, perAccount: 1, waiting: 10 });
    for (const name of ["a1", "a2", "a3", "a4"]) void start("a", name);
    for (const name of ["b1", "b2"]) void start("b", name);
    void start("c", "c1");
    for (const name of ["a1", "b1", "c1", "a2", "b2", "a3"]) await end(name);
    expect(begun).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
  });

  it("leave places free that one account may not have", async () => {
    const { start, end, begun } = bench({ atOnce: 3, perAccount: 2, waiting: 10 });
    for (const name of ["a1", "a2", "a3"]) void start("a", name);
    expect(begun).toEqual(["a1", "a2"]);
    void start("b", "b1");
    expect(begun).toEqual(["a1", "a2", "b1"]);
    await end("a2");
    expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
  });

  it("are refused to an account with too much waiting, and to no other", async () => {
    const { start, begun } = bench({ atOnce: 2, perAccount: 1, waiting: 1 });
    void start("a", "a1");
    void start("a", "a2");
    await expect(start("a", "a3")).rejects.toThrow("too many wait");
    void start("b", "b1");
    expect(begun).toEqual(["a1", "b1"]);
  });

  it("are given up by who no longer waits", async () => {
    const { start, end, begun } = bench({ atOnce: 1, perAccount: 1, waiting: 10 });
    const leaving = new AbortController();
    const waiting = start("a", "a1").then(() => start("a", "a4"));
    const left = expect(start("a", "a2", leaving.signal)).rejects.toThrow("gone");
    void start("a", "a3");
    leaving.abort(new Error("gone"));
    await left;
    await end("a1");
    expect(begun).toEqual(["a1", "a3"]);
    await expect(start("a", "a5", leaving.signal)).rejects.toThrow("gone");
    await end("a3");
    await end("a4");
    await waiting;
  });

  it("are free again only when the work that was given up has ended", async () => {
    const { start, end, begun } = bench({ atOnce: 1, perAccount: 1, waiting: 10 });
    const leaving = new AbortController();
    const left = expect(start("a", "a1", leaving.signal)).rejects.toThrow("gone");
    leaving.abort(new Error("gone"));
    await left;
    void start("b", "b1");
    expect(begun).toEqual(["a1"]);
    await end("a1");
    expect(begun).toEqual(["a1", "b1"]);
  });

  it("go on after work that failed", async () => {
    const turns = new RoundRobin({ atOnce: 1, perAccount: 1, waiting: 1 }, () => new Error("too many wait"));
    const { signal } = new AbortController();
    const failed = turns.run("a", () => Promise.reject(new Error("broken")), signal);
    const next = turns.run("a", () => Promise.resolve("done"), signal);
    await expect(failed).rejects.toThrow("broken");
    await expect(next).resolves.toBe("done");
  });
});
