import { NameCache } from "../../src/web/console/page/parts/name-cache";

const ids = (count: number, prefix = "c") => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

/** A cache with a clock, whose requests end on demand. */
function setup() {
  const clock = { now: 0 };
  const requested: (readonly string[])[] = [];
  const ends: (() => void)[] = [];
  const load = (some: readonly string[]) =>
    new Promise<ReadonlyMap<string, string | null>>((resolve) => {
      requested.push(some);
      ends.push(() => resolve(new Map(some.map((id) => [id, `Name of ${id}`]))));
    });
  const end = async () => {
    ends.splice(0).forEach((one) => one());
    await new Promise(setImmediate);
  };
  const cache = new NameCache(() => clock.now);
  const want = (wanted: readonly string[], onChanged = () => {}) =>
    cache.want({ ids: wanted, load, onChanged });
  return { cache, clock, requested, end, want };
}

describe("the contact names of a page", () => {
  it("requests fifty names at once, and each name only once", async () => {
    const { cache, requested, end, want } = setup();
    let changes = 0;
    want(ids(60), () => changes++);
    want(["c0", "c59", "d0", "d0"]);
    expect(requested).toEqual([ids(60).slice(0, 50), ids(60).slice(50), ["d0"]]);
    await end();
    want(ids(60));
    expect(requested).toHaveLength(3);
    expect([changes, cache.nameOf("c59")]).toEqual([2, "Name of c59"]);
  });

  it("does not report names to a list that has closed", async () => {
    const { cache, end, want } = setup();
    let changes = 0;
    want(["a"], () => changes++)();
    await end();
    expect([changes, cache.nameOf("a")]).toEqual([0, "Name of a"]);
  });

  it("requests a name again when it is old or was forgotten", async () => {
    const { cache, clock, requested, end, want } = setup();
    want(["a", "b"]);
    await end();
    cache.forget("a");
    want(["a", "b"]);
    await end();
    expect(requested).toEqual([["a", "b"], ["a"]]);
    clock.now = 301_000;
    want(["b"]);
    await end();
    expect(requested).toEqual([["a", "b"], ["a"], ["b"]]);
    expect(cache.nameOf("b")).toBe("Name of b");
  });

  it("counts an id without a contact as a contact without a name", async () => {
    const requests: (readonly string[])[] = [];
    const cache = new NameCache(() => 0);
    const load = (some: readonly string[]) => {
      requests.push(some);
      return Promise.resolve(new Map<string, string>());
    };
    const want = () => cache.want({ ids: ["a"], load, onChanged: () => {} });
    want();
    await new Promise(setImmediate);
    want();
    expect([cache.nameOf("a"), requests]).toEqual([null, [["a"]]]);
  });

  it("keeps earlier names after a failed request, and requests the names again for the next list", async () => {
    const { cache, clock, end, want } = setup();
    want(["a"]);
    await end();
    clock.now = 301_000;
    let [requests, changes] = [0, 0];
    const load = () => {
      requests++;
      return Promise.reject(new Error("away"));
    };
    const wantFailing = () => cache.want({ ids: ["a", "b"], load, onChanged: () => changes++ });
    wantFailing();
    await new Promise(setImmediate);
    expect([cache.nameOf("a"), cache.nameOf("b"), requests, changes]).toEqual(["Name of a", null, 1, 0]);
    wantFailing();
    await new Promise(setImmediate);
    expect([requests, changes]).toEqual([2, 0]);
    want(["b"]);
    await end();
    expect(cache.nameOf("b")).toBe("Name of b");
  });
});
