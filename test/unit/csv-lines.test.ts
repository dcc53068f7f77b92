import fc from "fast-check";
import Papa from "papaparse";
import { toLines, withoutFormulas } from "../../src/platform/csv-lines";

/** Cells with many characters that start formulas or split files. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ..."=+-@＝＋－＠;,\t\n\r\"' 0a",
        "\u00a0",
        "\ufeff",
        "\u200b",
        "\u3000",
        ";=",
        ";\t=",
        ',"=',
      ),
      fc.string({ maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));
/** Tables that begin each row with an id or a line number, as every export does. */
const tables = fc.array(fc.tuple(fc.nat(), hostile, hostile, hostile), { minLength: 1, maxLength: 4 });

/** Start of a formula in a spreadsheet, which ignores leading spaces and invisible characters. */
const FORMULA = /^[\s\p{Cf}"]*[=+\-@＝＋－＠]/u;
const NUMBER = /^[+-][\d .()/-]*$/;
const isFormula = (field: string) => FORMULA.test(field) && !NUMBER.test(field);

describe("CSV lines for spreadsheets", () => {
  it.each([",", ";", "\t"])(
    "contains no formula when split at %j, with or without quotation marks",
    (separator) => {
      fc.assert(
        fc.property(tables, (rows) => {
          const text = toLines(rows);
          const read = Papa.parse<string[]>(text, { delimiter: separator }).data.flat();
          const cut = text.split(/[\r\n]/).flatMap((line) => line.split(separator));
          expect([...read, ...cut].filter(isFormula)).toEqual([]);
        }),
        { numRuns: 2_000 },
      );
    },
  );

  it("preserves every cell except for the added apostrophes", () => {
    fc.assert(
      fc.property(tables, (rows) => {
        const read = Papa.parse<string[]>(toLines(rows).slice(0, -2), {
          delimiter: ",",
          newline: "\r\n",
        }).data;
        const bare = (text: string) => text.replaceAll("'", "");
        expect(read.map((row) => row.map(bare))).toEqual(
          rows.map((row) => row.map((cell) => bare(String(cell)))),
        );
      }),
    );
  });

  it("adds no second apostrophe to an escaped cell", () => {
    fc.assert(
      fc.property(hostile, (cell) => {
        expect(withoutFormulas(withoutFormulas(cell))).toBe(withoutFormulas(cell));
      }),
    );
  });

  it.each([
    ["x;=cmd|' /C calc'!A0", "x;'=cmd|' /C calc'!A0"],
    ['x; "=1+1', `x;' "=1+1`],
    ["a,@SUM(A1)", "a,'@SUM(A1)"],
    ["a\t-2+3", "a\t'-2+3"],
    ["Olá\n+55x", "Olá\n'+55x"],
    ["＝1+1", "'＝1+1"],
    ["a;＠b", "a;'＠b"],
    ["+5511;+5512", "'+5511;'+5512"],
  ])("adds an apostrophe before the formula in %j", (cell, written) => {
    expect(withoutFormulas(cell)).toBe(written);
  });

  it.each([
    "+5511987651234",
    "+55 (11) 98765-1234",
    "-5",
    "a = b",
    "x - y; z",
    "1;2",
    "seu-pedido, 10:30",
    "",
  ])("leaves %j unchanged", (cell) => {
    expect(withoutFormulas(cell)).toBe(cell);
  });
});
