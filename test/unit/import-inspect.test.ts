import fc from "fast-check";
import Papa from "papaparse";
import { InvalidFileError } from "../../src/messaging/contact-file/invalid-file";
import { blocks } from "../../src/features/imports/blocks";
import { decode } from "../../src/features/imports/decode";
import { EncodingCheck } from "../../src/messaging/contact-file/encoding";
import { type Delimiter, DELIMITERS, isBlank, splitCells } from "../../src/messaging/contact-file/header";
import { inspect, MAX_RECORD_BYTES } from "../../src/features/imports/inspect";
import { readBlock } from "../../src/features/imports/rows";
import { runs } from "../support/runs";

/** Cuts the bytes into pieces whose lengths repeat. */
function cut(bytes: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const length = lengths[i % lengths.length] as number;
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}

const utf8 = (text: string) => Buffer.from(text, "utf8");
const inspectText = (text: string) => inspect([utf8(text)]);
const failure = (chunks: readonly Uint8Array[]) =>
  inspect(chunks).then(
    () => null,
    (error: unknown) => (error instanceof InvalidFileError ? error.message : Promise.reject(error)),
  );

const chunkLengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

describe("the inspection of a contact file", () => {
  it.each([
    ["commas", ",", "phone,name,city"],
    ["semicolons", ";", "telefone;nome;cidade"],
    ["tabs", "\t", "Phone\tName\tcity"],
  ])("recognises %s", async (_, delimiter, header) => {
    const layout = await inspectText(`${header}\n1\n2\n`);
    expect(layout).toMatchObject({ delimiter, rows: 2, dataStart: header.length + 1, dataLine: 2 });
    expect(layout.columns).toMatchObject({ phone: 0, name: 1, attributes: [{ index: 2 }] });
  });

  it("prefers the delimiter that gives a phone column", async () => {
    expect(await inspectText('phone;nome\n1;"a, b, c, d"\n')).toMatchObject({ delimiter: ";" });
    expect((await inspectText("a,b,c;phone\n")).columns.attributes).toEqual([{ index: 0, name: "a_b_c" }]);
    expect(await inspectText("Observação, livre;Número\n1;2\n")).toMatchObject({ delimiter: ";" });
    expect(await inspectText("phone\n1\n")).toMatchObject({ delimiter: ",", rows: 1 });
  });

  it("accepts headings in any case, with spaces around them and in quotes", async () => {
    const { columns } = await inspectText(' TELEFONE ," nome ", city ,"plan"\n');
    expect(columns).toMatchObject({
      names: ["TELEFONE", "nome", "city", "plan"],
      phone: 0,
      name: 1,
      attributes: [
        { index: 2, name: "city" },
        { index: 3, name: "plan" },
      ],
    });
  });

  it("skips a byte order mark and finds the start of the rows", async () => {
    const text = '\n  \r\n"phone",city\r\n\r\n1,a\r\n""\r\n2,b';
    const bytes = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8(text)]);
    for (let length = 1; length < 6; length++) {
      const layout = await inspect(cut(bytes, [length]));
      expect(layout).toMatchObject({ encoding: "utf-8", rows: 2, dataLine: 4 });
      expect(bytes.toString("utf8").slice(0, 1)).toBe("\ufeff");
      expect(bytes.subarray(layout.dataStart).toString()).toMatch(/^\r\n1,a/);
    }
  });

  it.each([
    ["LF", "\n"],
    ["CRLF", "\r\n"],
    ["CR", "\r"],
  ])("counts rows that end with %s, with and without a line break at the end", async (_, end) => {
    const lines = ["phone,note", "1,a", '2,"b', 'c"', "3,d"];
    expect(await inspectText(lines.join(end))).toMatchObject({ rows: 3 });
    expect(await inspectText(lines.join(end) + end)).toMatchObject({ rows: 3, dataLine: 2 });
  });

  it("reads text that is not UTF-8 as Windows-1252", async () => {
    const bytes = Buffer.from("phone,name\n1,Jo\xe3o\n", "latin1");
    expect(await inspect([bytes])).toMatchObject({ encoding: "windows-1252", rows: 1 });
    expect(await inspectText("phone,name\n1,João\n")).toMatchObject({ encoding: "utf-8", rows: 1 });
  });

  it("counts no rows in a file with only a header", async () => {
    expect(await inspectText("phone")).toMatchObject({ rows: 0 });
    expect(await inspectText("phone\n\n \n")).toMatchObject({ rows: 0 });
  });

  const utf16 = Buffer.from("phone,name\n+5511987654321,Ana\n", "utf16le");
  const wide = (from: readonly number[]) => Buffer.from(from);
  it.each([
    ["an empty file", [utf8("\n \n")], "The file is empty."],
    ["UTF-16", [utf16], "NUL bytes"],
    ["big-endian UTF-16", [Buffer.from(utf16).swap16()], "NUL bytes"],
    ["UTF-16 with a byte order mark", [wide([0xff, 0xfe]), utf16], "UTF-16"],
    ["big-endian UTF-16 with a byte order mark", [wide([0xfe]), wide([0xff]), utf8("abc")], "UTF-16"],
    ["UTF-32 with a byte order mark", [wide([0xff, 0xfe, 0, 0])], "UTF-32"],
    [
      "UTF-16 with a long quoted cell",
      [Buffer.from(`phone\n1,"${"x".repeat(MAX_RECORD_BYTES)}"`, "utf16le")],
      "NUL bytes",
    ],
    ["a NUL byte in the header", [utf8("phone,na\0me\n1,Ana\n")], "cannot be read. Correct the headings"],
    [
      "an invalid byte in the header of a file in UTF-8",
      [utf8("phone,Observa"), wide([0xc3]), utf8("ção\n1,São João\n")],
      "first row has characters",
    ],
    ["a missing phone column", [utf8("code,name\n")], "names no column of phone numbers"],
    [
      "a workbook",
      [wide([0x50, 0x4b]), wide([0x03, 0x04, 0x14, 0x00])],
      "is an Excel workbook. Save it as CSV",
    ],
    [
      "a workbook of an earlier Excel",
      [wide([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0, 0])],
      "is an Excel workbook",
    ],
    ["two phone columns", [utf8("phone,Telefone\n")], '"phone" and "Telefone"'],
    ["the same phone column twice", [utf8("phone,phone\n")], "two columns of phone numbers"],
    ["two name columns", [utf8("phone,name,nome\n")], "two columns of names"],
    ["an attribute twice", [utf8("phone,city,city\n")], '"city" is there twice'],
    ["a heading with a space, twice", [utf8("phone,first name,first name\n")], '"first name" is there twice'],
    [
      "too many attributes",
      [utf8(`phone,${Array.from({ length: 101 }, (_, i) => `a${i}`).join(",")}\n`)],
      "more than 100",
    ],
    [
      "too many columns",
      [utf8(`phone,${Array.from({ length: 9_999 }, (_, i) => `a${i}`).join(",")}\n`)],
      "1000 columns",
    ],
    ["too many columns without names", [utf8(`phone${",".repeat(200_000)}\n`)], "1000 columns"],
    ["an unclosed quotation mark", [utf8('phone,note\n1,a\n2,"b\n3,c\n')], "opens on line 3 is never closed"],
    ["an unclosed quotation mark in the header", [utf8('phone,"note\n1,a\n')], "opens on line 1"],
    [
      "a long line",
      [utf8(`phone\n1\n\n${"9".repeat(MAX_RECORD_BYTES)}\n`)],
      "row that begins on line 4 is longer than 512 KiB",
    ],
    ["a long header", [utf8(`phone,${"9".repeat(MAX_RECORD_BYTES)}`)], "begins on line 1 is longer"],
  ])("refuses %s", async (_, chunks, message) => {
    expect(await failure(chunks)).toContain(message);
    expect(await failure(cut(Buffer.concat(chunks), [7, 64 * 1024 - 7]))).toContain(message);
  });

  it("names the line of the quotation mark that makes a row too long", async () => {
    const text = `phone\n1\n2,\n3,"${"x\n".repeat(MAX_RECORD_BYTES)}"\n`;
    expect(await failure(cut(utf8(text), [64 * 1024]))).toContain("that opens on line 4 may lack its end");
  });

  it("accepts a row of 512 KiB and 100 attributes", async () => {
    expect(await inspectText(`phone\n${"9".repeat(MAX_RECORD_BYTES - 1)}\n`)).toMatchObject({ rows: 1 });
    const header = `phone,name,${Array.from({ length: 100 }, (_, i) => `a${i}`).join(",")}`;
    expect((await inspectText(header)).columns.attributes).toHaveLength(100);
  });

  it("ignores columns without a name", async () => {
    expect((await inspectText(",phone,,city,\n")).columns).toMatchObject({
      unnamed: [0, 2, 4],
      attributes: [{ index: 3, name: "city" }],
    });
  });
});

describe("the encoding of a contact file", () => {
  const encodingOf = (pieces: readonly Uint8Array[]) => {
    const check = new EncodingCheck();
    for (const piece of pieces) check.feed(piece);
    return check.finish({ marked: false });
  };

  it("is found by counting characters and invalid places as a decoder does, however the bytes are split", () => {
    const bytes = fc.oneof(
      fc
        .tuple(fc.string({ unit: "binary", maxLength: 20 }), fc.array(fc.nat(20), { maxLength: 2 }))
        .map(([text, gaps]) => utf8(text.replace(/[\0\ufffd]/g, "x")).filter((_, at) => !gaps.includes(at))),
      fc.array(fc.constantFrom(0x41, 0x80, 0xbf, 0xc3, 0xa3, 0xe2, 0x82, 0xac, 0xed, 0xa0, 0xf0, 0x9f), {
        maxLength: 12,
      }),
    );
    fc.assert(
      fc.property(bytes, chunkLengths, (given, lengths) => {
        const all = Uint8Array.from(given);
        const text = [...new TextDecoder("utf-8", { ignoreBOM: true }).decode(all)];
        const invalid = text.filter((char) => char === "\ufffd").length;
        const valid = text.filter((char) => char > "\x7f").length - invalid;
        const damaged = valid >= invalid ? "damaged utf-8" : "windows-1252";
        expect(encodingOf(cut(all, lengths))).toBe(invalid === 0 ? "utf-8" : damaged);
      }),
      { numRuns: runs(700) },
    );
  });

  it("is Windows-1252 for a text with accents, also where its bytes form characters of UTF-8", () => {
    const rows = "João,São Paulo\nAção,Belém\n“CAFÉ”,Nº 1\nÃ©,Â°\n";
    const bytes = Buffer.from(rows.replace("“", "\x93").replace("”", "\x94"), "latin1");
    expect(encodingOf([bytes])).toBe("windows-1252");
    expect(encodingOf([utf8(rows)])).toBe("utf-8");
    expect(encodingOf([utf8(rows), Uint8Array.of(0xe9, 0x0a)])).toBe("damaged utf-8");
  });

  it.each([
    ["as many characters as invalid places", "phone,name\n1,João\n2,Jos?\n"],
    ["an accent in the heading only", "Número,nome\n1,Ana\n2,Jos?\n"],
  ])("is damaged UTF-8 for a text with %s", (_, text) => {
    const bytes = utf8(text);
    bytes[bytes.indexOf("?")] = 0xe9;
    expect(encodingOf([bytes])).toBe("damaged utf-8");
  });

  it("is decoded as Windows-1252 beyond Latin-1", () => {
    const bytes = Buffer.from([0x80, 0x93, 0x94, 0x96, 0x9f, 0xe3, 0x81, 0x0d, 0x0a, 0x0d]);
    expect(decode(bytes, "windows-1252")).toBe("€“”–Ÿã\u0081\n\n");
  });
});

const breaks = (text: string) => text.replace(/\r\n?/g, "\n");

const parsed = (text: string, delimiter: Delimiter) =>
  splitCells(breaks(text), delimiter).filter((cells) => !isBlank(cells, delimiter));

describe("records of a contact file", () => {
  const cell = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.string({ unit: fc.constantFrom('"', ",", ";", "\t", "\n", "\r", " ", "a", "ã", "€"), maxLength: 8 }),
  );
  const rows = fc.array(
    fc.array(
      cell.map((text) => text.replaceAll("\0", "")),
      { minLength: 1, maxLength: 4 },
    ),
    {
      maxLength: 12,
    },
  );
  const options = fc.record({
    delimiter: fc.constantFrom(...DELIMITERS),
    newline: fc.constantFrom("\n", "\r\n", "\r"),
    quotes: fc.boolean(),
  });

  it("counts as many records as the parser finds, however the bytes are split", async () => {
    await fc.assert(
      fc.asyncProperty(rows, options, chunkLengths, fc.boolean(), async (table, write, lengths, ended) => {
        const header = ["phone", "a", "b", "c"];
        const csv = Papa.unparse([header, ...table], write) + (ended ? write.newline : "");
        const layout = await inspect(cut(utf8(csv), lengths));
        const [, ...found] = parsed(csv, layout.delimiter);
        expect(layout.delimiter).toBe(write.delimiter);
        expect(layout.rows).toBe(found.length);
        // The writer quotes cells with white space at their ends, so the parser returns them unchanged.
        const expected = table
          .map((cells) => cells.map(breaks))
          .filter((cells) => !isBlank(cells, write.delimiter));
        expect(found).toEqual(expected);
      }),
      { numRuns: runs(700) },
    );
  });

  it("agrees with the parser on arbitrary quotation marks", async () => {
    const text = fc.string({
      unit: fc.constantFrom('"', '"', ",", "\n", "\r", " ", "\v", "a"),
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(text, chunkLengths, async (body, lengths) => {
        const csv = `phone,b\n${body}`;
        const message = await failure(cut(utf8(csv), lengths));
        if (message !== null) {
          expect(message).toContain("is never closed");
          return;
        }
        const { rows: counted } = await inspect(cut(utf8(csv), lengths));
        expect(parsed(csv, ",")).toHaveLength(counted + 1);
      }),
      { numRuns: runs(1_500) },
    );
  });

  it("returns blocks from any record on, with line numbers", async () => {
    await fc.assert(
      fc.asyncProperty(
        rows,
        options,
        chunkLengths,
        fc.record({ maxRecords: fc.integer({ min: 1, max: 4 }), maxBytes: fc.integer({ min: 1, max: 60 }) }),
        fc.nat(14),
        async (table, write, lengths, limits, skip) => {
          const csv = Papa.unparse([["phone", "a", "b", "c"], ...table], write);
          const bytes = utf8(csv);
          const layout = await inspect([bytes]);
          const { delimiter, dataLine: line, dataStart } = layout;
          // Every row is rejected, so the batch returns every row unchanged.
          const plan = { ...layout, columns: { ...layout.columns, unnamed: [0, 1, 2, 3], phone: 9 } };
          const read = async (
            pieces: Uint8Array[],
            how: { skip: number; maxRecords: number; maxBytes: number },
          ) => {
            const all = [];
            for await (const block of blocks(pieces, { delimiter, line, ...how })) {
              expect(block.records).toBeLessThanOrEqual(how.maxRecords);
              const batch = await readBlock(block, plan);
              expect(batch.rejections).toHaveLength(block.records);
              all.push(...batch.rejections.map((row) => [row.line, row.cells]));
            }
            return all;
          };
          const whole = { skip: 0, maxRecords: 1_000, maxBytes: Infinity };
          const expected = await read([bytes.subarray(dataStart)], whole);
          const actual = await read(cut(bytes.subarray(dataStart), lengths), { skip, ...limits });
          expect(actual).toEqual(expected.slice(skip));
          let at = 2;
          const there = table.flatMap((cells) => {
            const begins = at;
            at += breaks(Papa.unparse([cells], write)).split("\n").length;
            return isBlank(cells, delimiter) ? [] : [[begins, cells.map(breaks)]];
          });
          expect(expected).toEqual(there);
        },
      ),
      { numRuns: runs(300) },
    );
  });
});
