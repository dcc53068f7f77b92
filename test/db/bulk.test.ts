import fc from "fast-check";
import { anyOf, bulkInsert, rowsFrom } from "../../src/platform/db/bulk";
import { rawRows } from "../../src/platform/db/dialect";
import { databases, testDatabase } from "../support/databases";

describe.each(databases)("bulk statements on %s", (kind) => {
  const database = testDatabase(kind);

  const stored = async (texts: readonly (string | null)[]) => {
    const source = rowsFrom(
      database.db,
      "t",
      { position: "integer", value: "text" },
      texts.map((value, position) => ({ position, value })),
    );
    const rows = await rawRows<{ value: string | null }>(
      database.db,
      `select value from ${source.sql} order by position`,
      source.bindings,
    );
    return rows.map(({ value }) => value);
  };

  it("stores quotes, backslashes, braces, control characters and null unchanged", async () => {
    const texts = [
      "",
      " ",
      "null",
      "NULL",
      null,
      'say "hi"',
      "back\\slash",
      '\\"',
      "{a,b}",
      "a,b",
      "line\nbreak\r\n\ttab",
      'both \\ and "\n"',
      "\u0001\u001f\u007f\u2028",
      "São João 👋",
      JSON.stringify([["sent", 1, { message: 'a "quoted"\n word \\' }]]),
    ];
    expect(await stored(texts)).toEqual(texts);
  });

  it("stores any well-formed text without NUL unchanged", async () => {
    const text = fc.string({ unit: "binary" }).filter((value) => !value.includes("\0"));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 50 }), async (texts) => {
        expect(await stored(texts)).toEqual(texts);
      }),
      { numRuns: 50 },
    );
  });

  it("stores numbers, ids and nulls unchanged", async () => {
    const id = "01930000-0000-7000-8000-000000000000";
    const source = rowsFrom(database.db, "t", { id: "uuid", small: "smallint", big: "bigint" }, [
      { id, small: -1, big: 9_007_199_254_740_991 },
      { id: null, small: null, big: 0 },
    ]);
    const rows = await rawRows(database.db, `select * from ${source.sql} order by big desc`, source.bindings);
    expect(rows).toEqual([
      { id, small: -1, big: 9_007_199_254_740_991 },
      { id: null, small: null, big: 0 },
    ]);
  });

  it("finds the rows named by a list, and none for an empty list", async () => {
    const { db } = database;
    await bulkInsert(db, "service_secrets", { name: "text", value: "text" }, [
      { name: 'one "1"', value: "a" },
      { name: "two\n2", value: "b" },
      { name: "three", value: "c" },
    ]);
    const found = async (names: string[]) =>
      (await db("service_secrets")
        .where(anyOf(db, "name", "text", names))
        .orderBy("value")
        .pluck("value")) as string[];
    expect(await found(['one "1"', "two\n2", "four"])).toEqual(["a", "b"]);
    expect(await found([])).toEqual([]);
  });
});
