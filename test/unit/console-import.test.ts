import fc from "fast-check";
import { BadFile, BadHeader } from "../../src/engine/imports/bad-file";
import { blocks } from "../../src/engine/imports/blocks";
import { inspect } from "../../src/engine/imports/inspect";
import { readBlock } from "../../src/engine/imports/rows";
import { isFault, previewOf } from "../../src/web/console/page/lists/table";
import { imports as pt } from "../../src/web/console/page/texts/pt/lists";

const looked = (text: string | Buffer, isWhole = true) => previewOf(Buffer.from(text), isWhole);

describe("the look at a table before it is imported", () => {
  it("tells what each column means and what each row becomes", () => {
    const {
      columns,
      rows,
      looked: all,
    } = looked(
      'telefone;Nome;cidade;\n"(11) 98765-4321";Ana;"São\nPaulo";\n123;Rui;Recife;\n\n11987654322;;;\n',
    );
    expect(columns).toEqual([
      { name: "telefone", meaning: "phone" },
      { name: "Nome", meaning: "name" },
      { name: "cidade", meaning: "variable" },
      { name: "", meaning: "nothing" },
    ]);
    expect(rows.map(({ line, read }) => [line, isFault(read) ? pt.rowFault(read) : read.phone])).toEqual([
      [2, "+5511987654321"],
      [4, "telefone não é um número de telefone válido."],
      [6, "+5511987654322"],
    ]);
    expect(all).toEqual({ rows: 3, rejected: 1, isWhole: true });
  });

  it("reads UTF-8 with a mark, and Windows-1252 otherwise, as the service does", () => {
    const name = (bytes: Buffer) => {
      const [row] = previewOf(bytes, true).rows;
      return row && !isFault(row.read) ? row.read.name : undefined;
    };
    const text = "phone,name\n11987654321,João";
    expect(name(Buffer.from(`\ufeff${text}`))).toBe("João");
    expect(name(Buffer.from(text, "latin1"))).toBe("João");
  });

  it("leaves out what the end of the look cuts off, in the middle of a character too", () => {
    const bytes = Buffer.from("phone,name\r\n11987654321,Ana\r\n11987654322,Jo\u00e3");
    const { rows, looked: part } = previewOf(bytes.subarray(0, -1), false);
    expect(rows.map(({ line }) => line)).toEqual([2]);
    expect(part).toEqual({ rows: 1, rejected: 0, isWhole: false });
  });

  it.each([
    ["nome,cidade\nAna,Recife", { code: "no_phone_column" }],
    ["phone,telefone\n1,2", { code: "two_phone_columns", columns: ["phone", "telefone"] }],
    ["phone,endereço\n1,2", { code: "not_an_attribute", column: "endereço" }],
    ["phone,a,a\n1,2,3", { code: "column_twice", column: "a" }],
  ])("says why %j cannot be imported", (text, fault) => {
    const attempt = () => looked(text);
    expect(attempt).toThrow(BadHeader);
    try {
      attempt();
    } catch (error) {
      expect((error as BadHeader).fault).toEqual(fault);
    }
  });

  it.each([
    ["", "empty"],
    ["\ufffe\0p\0h", "no text"],
    ["phone\0", "NUL"],
  ])("refuses %j: %s", (text) => {
    expect(() => looked(Buffer.from(text, "utf16le"))).toThrow(BadFile);
  });

  it("comes to what the import comes to, for any table", async () => {
    const cell = fc.oneof(
      fc.constantFrom("11987654321", "(21) 99876-1111", "123", "5.5E+12", "", "Ana", '"a;b"', '"x\ny"', "ç"),
      fc.string({ maxLength: 5 }).map((text) => text.replace(/["\r\n\0\p{Cs}]/gu, "")),
    );
    const table = fc
      .record({
        delimiter: fc.constantFrom(",", ";", "\t"),
        rows: fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
      })
      .map(({ delimiter, rows }) =>
        [["telefone", "nome", "cidade"], ...rows].map((cells) => cells.join(delimiter)).join("\n"),
      );
    await fc.assert(
      fc.asyncProperty(table, async (text) => {
        const bytes = Buffer.from(text);
        const layout = await inspect([bytes]);
        const options = { delimiter: layout.delimiter, line: layout.dataLine, skip: 0 };
        const data = [bytes.subarray(layout.dataStart)];
        let [rows, rejected] = [0, 0];
        for await (const block of blocks(data, { ...options, maxRecords: 1_000, maxBytes: Infinity })) {
          const batch = await readBlock(block, layout);
          rows += batch.rows;
          rejected += batch.rejections.length;
        }
        expect(previewOf(bytes, true).looked).toEqual({ rows, rejected, isWhole: true });
      }),
      { numRuns: 300 },
    );
  });
});
