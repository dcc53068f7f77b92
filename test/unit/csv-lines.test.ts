import fc from "fast-check";
import Papa from "papaparse";
import { toLines, withoutFormulas } from "../../src/platform/csv-lines";

/** Texts full of what makes formulas and splits files. */
const spiteful = fc
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
/** Every export begins its rows with an id or a line number. */
const tables = fc.array(fc.tuple(fc.nat(), spiteful, spiteful, spiteful), { minLength: 1, maxLength: 4 });

/** What a spreadsheet looks at to find a formula: spaces and invisible characters in front do not count. */
const FORMULA = /^[\s\p{Cf}"]*[=+\-@＝＋－＠]/u;
const NUMBER = /^[+-][\d .()/-]*$/;
const isFormula = (field: string) => FORMULA.test(field) && !NUMBER.test(field);

describe("a table that is written for spreadsheets", () => {
  it.each([",", ";", "\t"])(
    "holds no formula where it is split at %j, quotation marks or not",
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

  it("loses nothing: without the added apostrophes every cell is what it was", () => {
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

  it("can be written again without a second apostrophe", () => {
    fc.assert(
      fc.property(spiteful, (cell) => {
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
  ])("puts an apostrophe in front of the formula in %j", (cell, written) => {
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
  ])("leaves %j as it is", (cell) => {
    expect(withoutFormulas(cell)).toBe(cell);
  });
});
