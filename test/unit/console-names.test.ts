import { NameCache } from "../../src/web/console/page/parts/name-cache";

const ids = (count: number, prefix = "c") => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

/** A cache with a clock, whose requests end on demand. */
function setup() {
  const clock = { now: 0 };
  const requested: string[] = [];
  const ends: (() => void)[] = [];
  const load = (id: string) =>
    new Promise<string | null>((resolve) => {
      requested.push(id);
      ends.push(() => resolve(`Name of ${id}`));
    });
  /** Ends the running requests and returns their number. */
  const end = async () => {
    const running = ends.splice(0);
    running.forEach((one) => one());
    await new Promise(setImmediate);
    return running.length;
  };
  const cache = new NameCache(() => clock.now);
  const want = (wanted: readonly string[], onChanged = () => {}) =>
    cache.want({ ids: wanted, load, onChanged });
  return { cache, clock, requested, end, want };
}

describe("the contact names of a page", () => {
  it("requests four names at once, and each only once", async () => {
    const { cache, requested, end, want } = setup();
    let changes = 0;
    want(ids(6), () => changes++);
    want(ids(6));
    expect([await end(), await end(), await end()]).toEqual([4, 2, 0]);
    expect(requested).toEqual(ids(6));
    expect([changes, cache.nameOf("c5")]).toEqual([6, "Name of c5"]);
  });

  it("drops requests that have not started when the list closes", async () => {
    const { requested, end, want } = setup();
    want(ids(6))();
    want(ids(1, "d"));
    await end();
    expect(requested).toEqual([...ids(4), "d0"]);
  });

  it("requests a name again when it is old or was forgotten", async () => {
    const { cache, clock, requested, end, want } = setup();
    const close = want(["a", "b"]);
    await end();
    close();
    cache.forget("a");
    const closeAgain = want(["a", "b"]);
    await end();
    closeAgain();
    expect(requested).toEqual(["a", "b", "a"]);
    clock.now = 301_000;
    want(["b"]);
    await end();
    expect(requested).toEqual(["a", "b", "a", "b"]);
    expect(cache.nameOf("b")).toBe("Name of b");
  });

  it("counts a failed request as a contact without a name", async () => {
    const cache = new NameCache(() => 0);
    cache.want({ ids: ["a"], load: () => Promise.reject(new Error("gone")), onChanged: () => {} });
    await new Promise(setImmediate);
    expect(cache.nameOf("a")).toBeNull();
  });
});
