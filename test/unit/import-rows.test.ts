import fc from "fast-check";
import { blocks } from "../../src/features/imports/blocks";
import { rowsWithNumber } from "../../src/features/imports/by-number.store";
import { inspect } from "../../src/features/imports/inspect";
import { type Batch, readBlock } from "../../src/features/imports/rows";

async function read(text: string | Buffer): Promise<Batch> {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  const layout = await inspect([bytes]);
  const { delimiter, dataLine: line, dataStart } = layout;
  const options = { delimiter, line, skip: 0, maxRecords: 1_000, maxBytes: Infinity };
  for await (const block of blocks([bytes.subarray(dataStart)], options)) return readBlock(block, layout);
  return { rows: 0, upserts: [], phones: [], rejections: [] };
}

const PHONE = "+5511987654321";
const UNREADABLE = "The row has characters that cannot be read: correct each \ufffd.";
const reasonOf = async (row: string, header = "phone,name,city") =>
  (await read(`${header}\n${row}`)).rejections[0]?.reason;

describe("the search of rows for a number", () => {
  it("finds every row with the number, and pauses after some long rows", () => {
    const rows = Array.from({ length: 40 }, (_, line) => ({
      line,
      cells: [line % 2 === 0 ? PHONE : "11 98765-4322", "x".repeat(200)],
    }));
    const found = [...rowsWithNumber(rows, PHONE, [";"])];
    expect(found.flat()).toEqual(rows.filter(({ line }) => line % 2 === 0));
    expect(Math.max(...found.map(({ length }) => length))).toBe(5);
  });

  it.each([
    ["another number", "11 98765-4322", null],
    ["another number in a note", "Bia (11) 98765-4322", null],
    ["another number with decimals", "11987654322.0", null],
    ["both numbers", "11 98765-4322 / 11 98765-4321", null],
    ["a list of numbers", "11 98765-4321 11 98765-4322 11 98765-4323", null],
    ["other rows", "Ana;Recife\nBia;Olinda", null],
    ["a line break", "Rua A\nCasa 2", "Rua A\nCasa 2"],
    ["the number in other words", "Ana, 11 98765-4321", "Ana, 11 98765-4321"],
    ["a taxpayer number", "123.456.789-09", "123.456.789-09"],
    ["a date", "2026-11-30 10:00:00", "2026-11-30 10:00:00"],
    ["many short texts of digits", "1234567;".repeat(101), null],
  ])("replaces a cell that may be of another person: %s", (_what, cell, shown) => {
    const [found] = rowsWithNumber([{ line: 2, cells: [PHONE, cell] }], PHONE, [";"]);
    expect(found).toEqual([{ line: 2, cells: [PHONE, shown] }]);
  });

  it("replaces the text of a row that cannot be split into cells", () => {
    const row = { line: 2, cells: [`${PHONE};Ana`], fault: "garbled" as const };
    expect([...rowsWithNumber([row], PHONE, [";"])].flat()).toMatchObject([{ line: 2, cells: [null] }]);
  });
});

describe("a row of a contact file", () => {
  it("becomes an upsert that omits empty cells", async () => {
    const { upserts } = await read(
      `city,Phone,NAME,plan\n" Recife ",(11) 98765-4321,  Ana ,\n,11 98765-4322, ,\n,${PHONE.replace(/1$/, "3")}`,
    );
    expect(upserts.map((one) => ({ ...one, attributes: { ...one.attributes } }))).toEqual([
      { phone: PHONE, name: "Ana", attributes: { city: " Recife " } },
      { phone: "+5511987654322", attributes: {} },
      { phone: "+5511987654323", attributes: {} },
    ]);
    expect((await read(`phone\n${PHONE}`)).upserts).toEqual([{ phone: PHONE }]);
  });

  it("overrides earlier rows of the same number field by field", async () => {
    const { upserts, phones, rows } = await read(
      `phone,name,city\n${PHONE},Ana,Recife\n${PHONE},,Rio\nx,y\n11987654321,Bia,\n${PHONE},,Natal`,
    );
    expect(upserts).toHaveLength(1);
    expect(upserts[0]).toMatchObject({ phone: PHONE, name: "Bia", attributes: { city: "Natal" } });
    expect([rows, phones.length]).toEqual([5, 4]);
  });

  it.each([
    "5.5E+12",
    "5,51199E+12",
    "5.51199e12",
    "5E+12",
    "+5.5E+12",
    " 5.5E+12 ",
    "1198765432.0",
    "1198765432,0",
    "'+5.5E+12",
    "'1198765432.0",
  ])("is rejected for spreadsheet notation: %s", async (number) => {
    expect(await reasonOf(`"${number}"`)).toMatch(/^phone is in spreadsheet notation/);
  });

  it("is rejected for characters that cannot be read, which become U+FFFD", async () => {
    const rows = `phone,name\n${PHONE},João\n${PHONE},Z?é\n${PHONE},"A\0na"\n${PHONE},Belém\n`;
    const bytes = Buffer.from(rows);
    bytes[bytes.indexOf("?")] = 0xe9;
    const { upserts, rejections } = await read(bytes);
    expect(upserts).toEqual([{ phone: PHONE, name: "Belém" }]);
    expect(rejections).toEqual([
      { line: 3, reason: UNREADABLE, cells: [PHONE, "Z\ufffdé"] },
      { line: 4, reason: UNREADABLE, cells: [PHONE, "A\ufffdna"] },
    ]);
  });

  it("is rejected for invalid bytes after a byte order mark of UTF-8, however many there are", async () => {
    const text = `\ufeffphone,name\n${PHONE},Ana\n${PHONE},Jos?\n${PHONE},Z?\n`;
    const bytes = Buffer.from(text).map((byte) => (byte === 0x3f ? 0xe9 : byte));
    const { upserts, rejections } = await read(Buffer.from(bytes));
    expect(upserts).toEqual([{ phone: PHONE, name: "Ana" }]);
    expect(rejections.map(({ line, cells }) => [line, cells])).toEqual([
      [3, [PHONE, "Jos\ufffd"]],
      [4, [PHONE, "Z\ufffd"]],
    ]);
  });

  it("keeps U+FFFD in a file of valid UTF-8", async () => {
    expect((await read(`phone,name\n${PHONE},Jos\ufffd`)).upserts).toEqual([
      { phone: PHONE, name: "Jos\ufffd" },
    ]);
  });

  it.each([
    ["line,reason", `3,correct each \ufffd.`],
    ["linha,motivo,line,reason", `7,corrija cada \ufffd.,3,correct each \ufffd.`],
  ])("is rejected for U+FFFD after the columns %s, until it is corrected", async (added, reason) => {
    const rows = `${added},phone,name\n${reason},${PHONE},José\n${reason},${PHONE},Jos\ufffd`;
    const { upserts, rejections } = await read(rows);
    expect(upserts).toEqual([{ phone: PHONE, name: "José" }]);
    expect(rejections).toMatchObject([{ line: 3, reason: UNREADABLE }]);
  });

  it("is rejected with the name of the column in the file", async () => {
    expect(await reasonOf(",x", " Telefone ,Nome")).toBe("Telefone is empty.");
    expect(await reasonOf(`${PHONE},${"x".repeat(121)}`, "telefone,NOME")).toBe(
      "NOME is longer than 120 characters.",
    );
  });

  it("is measured in characters", async () => {
    expect(await reasonOf(`${PHONE},${"😀".repeat(120)},${"😀".repeat(1_024)}`)).toBeUndefined();
    expect(await reasonOf(`${PHONE},${"😀".repeat(121)}`)).toMatch(/^name is longer/);
    expect(await reasonOf(`${PHONE},,${"😀".repeat(1_025)}`)).toMatch(/^city is longer/);
    expect(await reasonOf(`${PHONE},${" ".repeat(500)}Ana`)).toBeUndefined();
  });

  it("accepts additional empty cells and missing cells", async () => {
    expect(await reasonOf(`${PHONE},Ana,Rio,, ,`)).toBeUndefined();
    expect(await reasonOf(PHONE)).toBeUndefined();
    expect(await reasonOf(`${PHONE},Ana,Rio,,x`)).toBe("The row has 5 cells, but the file has 3 columns.");
  });

  it("is skipped when all its cells are empty", async () => {
    const { rows, upserts, rejections } = await read(`phone,name\n,\n , ""\n${PHONE},Ana\n,Rui\n",",\n,,,,`);
    expect([rows, upserts.length]).toEqual([3, 1]);
    expect(rejections.map(({ line }) => line)).toEqual([5, 6]);
  });

  it("is rejected as one text when it has more cells than a file may have columns", async () => {
    const cells = Array.from({ length: 1_001 }, (_, index) => `x${index}`);
    const { rejections } = await read(`phone;name\n${cells.slice(1).join(";")}\n${cells.join(";")}`);
    expect(rejections.map((one) => one.cells)).toEqual([cells.slice(1), [cells.join(";")]]);
    expect(rejections[1]?.reason).toBe("The row has 1001 cells, but the file has 2 columns.");
  });

  it("accepts quotation marks within a cell", async () => {
    const { upserts } = await read(`phone,name\n${PHONE},"Ana "Aninha" Lima"\n11987654322,Zé "Bola"\n`);
    expect(upserts.map(({ name }) => name)).toEqual(['Ana "Aninha" Lima', 'Zé "Bola"']);
  });

  // papaparse treats a no-break space after a quotation mark as white space, the scanner as text.
  it("is rejected alone when parser and scanner read its quotation marks differently", async () => {
    const { upserts, rejections, rows } = await read(
      `phone,name\n${PHONE},Ana\n11987654322,"Bia"\u00a0\n11987654323,"Caio"\n11987654324,Davi\n`,
    );
    expect(upserts.map(({ name }) => name)).toEqual(["Ana", "Davi"]);
    expect(rows).toBe(3);
    expect(rejections).toEqual([
      {
        line: 3,
        reason: "The quotation marks of the row are not in their places.",
        cells: ['11987654322,"Bia"\u00a0\n11987654323,"Caio"'],
      },
    ]);
  });

  it("is counted once for any content of the file", async () => {
    const unit = fc.constantFrom('"', '"', ",", "\n", " ", "\u00a0", "\ufeff", "a", "1", PHONE);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit, maxLength: 40 }), async (text) => {
        const csv = `phone,name\n${text}`;
        const counted = await inspect([Buffer.from(csv)]).then(
          ({ rows }) => rows,
          () => null,
        );
        fc.pre(counted !== null);
        const batch = await read(csv);
        expect(batch.rows).toBe(counted);
        expect(batch.phones.length + batch.rejections.length).toBe(counted);
        const lines = batch.rejections.map(({ line }) => line);
        expect(new Set(lines).size).toBe(lines.length);
      }),
      { numRuns: 3_000 },
    );
  });
});
