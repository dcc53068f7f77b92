import { FairSemaphore, type SemaphoreLimits } from "../../src/platform/concurrency/fair-semaphore";

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Starts work that ends on request, and records when it begins. */
function bench(limits: Omit<SemaphoreLimits, "refusal">) {
  const turns = new FairSemaphore({ ...limits, refusal: () => new Error("too many wait") });
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
    // The semaphore serves the next request in a later turn of the event loop.
    await turn();
  };
  return { start, end, begun };
}

describe("a fair semaphore", () => {
  it("grants permits to groups in turns, however many requests of one group wait", async () => {
    const { start, end, begun } = bench({ total: 1, perGroup: 1, waiting: 10 });
    for (const name of ["a1", "a2", "a3", "a4"]) void start("a", name);
    for (const name of ["b1", "b2"]) void start("b", name);
    void start("c", "c1");
    await turn();
    for (const name of ["a1", "b1", "c1", "a2", "b2", "a3"]) await end(name);
    expect(begun).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
  });

  it("limits the permits of one group so that other groups find room", async () => {
    const { start, end, begun } = bench({ total: 3, perGroup: 2, waiting: 10 });
    for (const name of ["a1", "a2", "a3"]) void start("a", name);
    await turn();
    expect(begun).toEqual(["a1", "a2"]);
    void start("b", "b1");
    await turn();
    expect(begun).toEqual(["a1", "a2", "b1"]);
    await end("a2");
    expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
  });

  it("refuses a group with too many waiting, and no other group", async () => {
    const { start, begun } = bench({ total: 2, perGroup: 1, waiting: 1 });
    void start("a", "a1");
    void start("a", "a2");
    await expect(start("a", "a3")).rejects.toThrow("too many wait");
    void start("b", "b1");
    await turn();
    expect(begun).toEqual(["a1", "b1"]);
  });

  it("stops waiting when the signal is aborted", async () => {
    const { start, end, begun } = bench({ total: 1, perGroup: 1, waiting: 10 });
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

  it("releases the permit of abandoned work only when the work has ended", async () => {
    const { start, end, begun } = bench({ total: 1, perGroup: 1, waiting: 10 });
    const leaving = new AbortController();
    const left = expect(start("a", "a1", leaving.signal)).rejects.toThrow("gone");
    await turn();
    leaving.abort(new Error("gone"));
    await left;
    void start("b", "b1");
    expect(begun).toEqual(["a1"]);
    await end("a1");
    expect(begun).toEqual(["a1", "b1"]);
  });

  it("serves the next request after work that failed", async () => {
    const turns = new FairSemaphore({ total: 1, perGroup: 1, refusal: () => new Error("too many wait") });
    const { signal } = new AbortController();
    const failed = turns.run("a", () => Promise.reject(new Error("broken")), signal);
    const next = turns.run("a", () => Promise.resolve("done"), signal);
    await expect(failed).rejects.toThrow("broken");
    await expect(next).resolves.toBe("done");
  });
});
