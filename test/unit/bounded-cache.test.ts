import { boundedCache } from "../../src/platform/bounded-cache";

describe("a bounded cache", () => {
  it("keeps values, and drops only the oldest beyond its size", () => {
    const made: string[] = [];
    const cache = boundedCache<string>(2);
    const read = (key: string) =>
      cache(key, () => {
        made.push(key);
        return key.toUpperCase();
      });
    expect(["a", "b", "a", "c", "b", "c"].map(read)).toEqual(["A", "B", "A", "C", "B", "C"]);
    expect(made).toEqual(["a", "b", "c"]);
    read("a");
    expect(made).toEqual(["a", "b", "c", "a"]);
  });
});
