import { WriteBatcher } from "../../src/platform/concurrency/write-batcher";

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Returns a batcher whose writes end when the test decides. */
function held(
  options: {
    max?: number;
    concurrency?: number;
    keysOf?: (item: string) => string[];
    isUrgent?: (item: string) => boolean;
  } = {},
) {
  const writes: { items: readonly string[]; end(): void; fail(error: Error): void }[] = [];
  const batcher = new WriteBatcher<string, string>({
    max: 100,
    concurrency: 1,
    ...options,
    mayBeOneItems: (error) => (error as Error).message !== "away",
    write: (items) =>
      new Promise((resolve, reject) =>
        writes.push({
          items,
          end: () => resolve(items.map((item) => `${item} written`)),
          fail: reject,
        }),
      ),
  });
  return { batcher, writes };
}

describe("a write batcher", () => {
  it("combines items added in one turn, and items added during a write in the next one", async () => {
    const { batcher, writes } = held();
    const first = ["a", "b", "c"].map((item) => batcher.add(item));
    await turn();
    const second = ["d", "e"].map((item) => batcher.add(item));
    await turn();
    expect(writes.map(({ items }) => items)).toEqual([["a", "b", "c"]]);
    writes[0]?.end();
    expect(await Promise.all(first)).toEqual(["a written", "b written", "c written"]);
    await turn();
    expect(writes[1]?.items).toEqual(["d", "e"]);
    expect(batcher.idle).toBe(false);
    writes[1]?.end();
    await Promise.all(second);
    expect(batcher.idle).toBe(true);
  });

  it("limits the items of a write", async () => {
    const { batcher, writes } = held({ max: 2 });
    for (const item of ["a", "b", "c"]) void batcher.add(item);
    await turn();
    expect(writes[0]?.items).toEqual(["a", "b"]);
  });

  it("runs as many concurrent writes as allowed, none of them with the key of another", async () => {
    const { batcher, writes } = held({ concurrency: 3, keysOf: (item) => [item.slice(0, 1)] });
    void batcher.add("a1");
    await turn();
    for (const item of ["a2", "b1", "a3"]) void batcher.add(item);
    await turn();
    expect(writes.map(({ items }) => items)).toEqual([["a1"], ["b1"]]);
    writes[0]?.end();
    await turn();
    await turn();
    expect(writes.map(({ items }) => items)).toEqual([["a1"], ["b1"], ["a2", "a3"]]);
  });

  it("writes urgent items separately, and neither waits for the other", async () => {
    const { batcher, writes } = held({ isUrgent: (item) => item.startsWith("u") });
    const written = () => writes.map(({ items }) => items.join());
    for (const item of ["a", "u1", "b"]) void batcher.add(item);
    await turn();
    expect(written()).toEqual(["u1", "a,b"]);
    for (const item of ["c", "u2"]) void batcher.add(item);
    await turn();
    expect(written()).toEqual(["u1", "a,b"]);
    writes[0]?.end();
    for (let turns = 0; turns < 2; turns += 1) await turn();
    expect(written()).toEqual(["u1", "a,b", "u2"]);
    writes[1]?.end();
    for (let turns = 0; turns < 2; turns += 1) await turn();
    expect(written()).toEqual(["u1", "a,b", "u2", "c"]);
  });

  it("delays urgent items until items with the same key are written", async () => {
    const { batcher, writes } = held({
      isUrgent: (item) => item.startsWith("u"),
      keysOf: (item) => [item.slice(-1)],
    });
    void batcher.add("a1");
    await turn();
    for (const item of ["u1", "u2"]) void batcher.add(item);
    await turn();
    expect(writes.map(({ items }) => items)).toEqual([["a1"], ["u2"]]);
    for (const write of writes) write.end();
    for (let turns = 0; turns < 2; turns += 1) await turn();
    expect(writes.at(-1)?.items).toEqual(["u1"]);
    expect(batcher.idle).toBe(false);
  });

  it("retries the halves of a failed batch, so that one item does not affect others", async () => {
    const { batcher, writes } = held();
    const results = Promise.allSettled(["a", "bad", "c"].map((item) => batcher.add(item)));
    await turn();
    writes[0]?.fail(new Error("one of them is bad"));
    for (let index = 1; index <= 4; index += 1) {
      await turn();
      const write = writes[index];
      if (write?.items.includes("bad")) write.fail(new Error("one of these"));
      else write?.end();
    }
    expect(writes.map(({ items }) => items)).toEqual([
      ["a", "bad", "c"],
      ["a", "bad"],
      ["a"],
      ["bad"],
      ["c"],
    ]);
    expect((await results).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  it("rejects all items at once when the database is unreachable", async () => {
    const { batcher, writes } = held();
    const results = Promise.allSettled(["a", "b"].map((item) => batcher.add(item)));
    await turn();
    writes[0]?.fail(new Error("away"));
    expect((await results).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(writes).toHaveLength(1);
  });

  it("continues with waiting items after a failed write", async () => {
    const { batcher, writes } = held({ max: 1 });
    const both = Promise.allSettled([batcher.add("a"), batcher.add("b")]);
    await turn();
    writes[0]?.fail(new Error("no room"));
    while (writes.length < 2) await turn();
    writes[1]?.end();
    expect((await both).map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  });
});
