import fc from "fast-check";
import { InvalidFileError, type InvalidHeaderError } from "../../src/messaging/contact-file/invalid-file";
import { blocks } from "../../src/features/imports/blocks";
import { inspect } from "../../src/features/imports/inspect";
import { readBlock } from "../../src/features/imports/rows";
import {
  columnWithNumbers,
  EmptyTable,
  isFault,
  PREVIEW_BYTES,
  previewOf,
  seemsContact,
  suggestedChoices,
  tableOf,
  type TablePreview,
  withAttribute,
  withUse,
} from "../../src/web/console/page/lists/table";
import { imports as en } from "../../src/web/console/page/texts/en/lists";
import { imports as pt } from "../../src/web/console/page/texts/pt/lists";

const fileOf = (content: string | Buffer) => new Blob([new Uint8Array(Buffer.from(content))]);
const table = (content: string | Buffer) => tableOf(fileOf(content));

async function preview(content: string | Buffer): Promise<TablePreview> {
  const read = await table(content);
  const result = previewOf(read, suggestedChoices(read.names));
  if (isFault(result)) throw new Error(pt.headerFault(result as Parameters<typeof pt.headerFault>[0]));
  return result;
}

describe("the preview of a table before its import", () => {
  it("shows the meaning of each column and the result of each row", async () => {
    const text =
      'telefone;Nome;cidade;\n"(11) 98765-4321";Ana;"São\nPaulo";\n123;Rui;Recife;\n\n; ;"";\n11987654322;;;\n';
    expect(suggestedChoices((await table(text)).names)).toEqual([
      { heading: "telefone", use: "phone" },
      { heading: "Nome", use: "name" },
      { heading: "cidade", use: "attribute", attribute: "cidade" },
      null,
    ]);
    const { rows, inspected: all } = await preview(text);
    expect(rows.map(({ line, read }) => [line, isFault(read) ? pt.rowFault(read) : read.phone])).toEqual([
      [2, "+5511987654321"],
      [4, "telefone não é um número de telefone válido."],
      [7, "+5511987654322"],
    ]);
    expect(all).toEqual({ rows: 3, people: 2, rejected: 1, isWhole: true });
  });

  it("marks rows that repeat a number, and counts each person once", async () => {
    const { rows, inspected } = await preview(
      "telefone,nome\n11987654321,Ana\n(11) 98765-4321,Bia\n123,Rui\n11987654322,Zé\n+5511987654321,Eva",
    );
    expect(rows.map(({ line, repeats }) => [line, repeats])).toEqual([
      [2, null],
      [3, 2],
      [4, null],
      [5, null],
      [6, 3],
    ]);
    expect(inspected).toMatchObject({ rows: 5, people: 2, rejected: 1 });
    expect([pt, en].map(({ overrides }) => overrides("2"))).toEqual([
      "Repete a linha 2 e a substitui",
      "Repeats and overrides line 2",
    ]);
  });

  it("finds the column with the numbers if the chosen column has none", async () => {
    const read = await table("telefone;nome;obs\nAna;11987654321;11987654321\nBia;11987654322;-\n");
    expect(columnWithNumbers(read, suggestedChoices(read.names))).toBe("nome");
    const none = await table("telefone;nome\n1;Ana");
    expect(columnWithNumbers(none, suggestedChoices(none.names))).toBeNull();
  });

  it("shows rejected rows that are not among the first rows", async () => {
    const numbers = Array.from({ length: 40 }, (_, index) =>
      index % 3 === 2 ? "123" : `119876543${10 + index}`,
    );
    const { rows, inspected } = await preview(["telefone", ...numbers].join("\n"));
    expect(rows.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 10, 13, 16, 19, 22, 25, 28, 31]);
    expect(rows.filter(({ read }) => isFault(read))).toHaveLength(10);
    expect(inspected).toEqual({ rows: 40, people: 27, rejected: 13, isWhole: true });
  });

  it.each([
    ["Ana;11987654321\nBia;11987654322", true],
    ["+55 (11) 98765-4321\n11987654322", true],
    ["nome;telefone;2026\nAna;11987654321;x", false],
  ])("recognizes whether the first row of %j is a contact", async (text, isContact) => {
    expect(seemsContact(await table(text))).toBe(isContact);
  });

  it.each(["", "\n \n"])("refuses %j as empty", async (text) => {
    await expect(table(text)).rejects.toThrow(EmptyTable);
  });

  it("reads UTF-8 with a byte order mark and Windows-1252 otherwise, as the service does", async () => {
    const name = async (bytes: Buffer) => {
      const [row] = (await preview(bytes)).rows;
      return row && !isFault(row.read) ? row.read.name : undefined;
    };
    const text = "phone,name\n11987654321,João";
    expect(await name(Buffer.from(`\ufeff${text}`))).toBe("João");
    expect(await name(Buffer.from(text, "latin1"))).toBe("João");
  });

  // The bytes of a Windows-1252 letter, such as 0xe9 for é, are invalid in UTF-8.
  it.each([
    ["damaged UTF-8", [0xe9], "éé", "damaged utf-8", "\ufffd"],
    ["Windows-1252", Buffer.from("é"), [0xe9, 0x2c, 0xe9], "windows-1252", "Ã©"],
  ] as const)("finds %s by bytes after the rows that it shows", async (_, early, late, encoding, name) => {
    const filler = Buffer.from("\n11987654322,Bia".repeat(PREVIEW_BYTES / 8));
    const bytes = Buffer.concat([
      Buffer.from("phone,name\n11987654321,"),
      Buffer.from(early),
      filler,
      Buffer.from(late),
    ]);
    expect(await inspect([bytes])).toMatchObject({ encoding });
    const { rows, inspected } = await preview(bytes);
    expect(rows[0]?.cells).toEqual(["11987654321", name]);
    expect(inspected.isWhole).toBe(false);
  });

  it("rejects the row with an invalid byte in a file of UTF-8, as the service does", async () => {
    const bytes = Buffer.from("phone,name\n11987654321,João\n11987654322,Jos?\n11987654323,Zé\nx,Belé");
    bytes[bytes.indexOf("?")] = 0xe9;
    for (const isWhole of [true, false]) {
      const filler = Buffer.from("\n11987654321,Ana".repeat(isWhole ? 0 : PREVIEW_BYTES / 8));
      const { rows } = await preview(Buffer.concat([bytes, filler]));
      expect(rows.slice(0, 3).map(({ read }) => (isFault(read) ? pt.rowFault(read) : read.name))).toEqual([
        "João",
        "A linha tem caracteres que não puderam ser lidos: corrija cada \ufffd.",
        "Zé",
      ]);
      expect(rows[1]?.cells).toEqual(["11987654322", "Jos\ufffd"]);
    }
  });

  it("refuses a first row with unreadable characters", async () => {
    const failure = await table("phone,na\0me\n11987654321,Ana").catch((error: unknown) => error);
    expect(pt.headerFault((failure as InvalidHeaderError).fault)).toBe(
      "A primeira linha tem caracteres que não puderam ser lidos. Corrija os títulos das colunas e envie o arquivo de novo.",
    );
  });

  it("drops the row that the end of the preview cuts off, in the middle of a character too", async () => {
    const beginning = "phone,name\r\n11987654321,Ana\r\n11987654322,".padEnd(PREVIEW_BYTES - 1, "o");
    const { rows, inspected: part } = await preview(`${beginning}\u00e3\r\n11987654323,Bia`);
    expect(rows.map(({ line }) => line)).toEqual([2]);
    expect(part).toEqual({ rows: 1, people: 1, rejected: 0, isWhole: false });
  });

  it.each([
    ["nome,cidade\nAna,Recife", { code: "no_phone_column" }],
    ["phone,telefone\n1,2", { code: "no_phone_column" }],
    ["celular,whatsapp\n1,2", { code: "no_phone_column" }],
    [`phone,${Array.from({ length: 101 }, (_, i) => `a${i}`).join(",")}\n1`, { code: "no_phone_column" }],
  ])("asks for the phone column when the headings of %j do not name it", async (text, fault) => {
    const read = await table(text);
    const choices = suggestedChoices(read.names);
    expect(choices.every((choice) => choice?.use === "attribute")).toBe(true);
    expect(previewOf(read, choices)).toEqual(fault);
    expect(
      isFault(
        previewOf({ ...read, names: read.names.slice(0, 9) }, withUse(choices.slice(0, 9), 0, "phone")),
      ),
    ).toBe(false);
  });

  it.each([en, pt])("ignores the columns that a download of rejected rows adds", ({ rejectedHeading }) => {
    const added = [rejectedHeading.line, rejectedHeading.reason];
    for (const names of [
      ["telefone", "pedido"],
      ["quem", "pedido"],
    ]) {
      const choices = suggestedChoices([...added, ...names]);
      expect(choices.slice(0, 2)).toEqual(added.map((heading) => ({ heading, use: "ignore" })));
      expect(choices.slice(2)).toEqual(suggestedChoices(names));
    }
  });

  it.each(["a", "a\0b"])(
    "refuses too many columns with the heading %j, as the service does",
    async (heading) => {
      const text = `phone${`,${heading}`.repeat(1_000)}\n${"11987654321\n".repeat(2_000)}`;
      const fault = { code: "too_many_columns", max: 1_000 };
      await expect(table(text)).rejects.toMatchObject({ fault });
      await expect(inspect([Buffer.from(text)])).rejects.toMatchObject({ fault });
    },
  );

  it("lets the user choose the columns, with at most one phone and one name", async () => {
    const read = await table("Celular;WhatsApp;Quem\n11987654321;11987654322;Ana\n");
    let choices = withUse(withUse(suggestedChoices(read.names), 0, "phone"), 2, "name");
    const row = () => {
      const result = previewOf(read, choices);
      return isFault(result) ? result : result.rows[0]?.read;
    };
    expect(row()).toEqual({ phone: "+5511987654321", name: "Ana", attributes: { WhatsApp: "11987654322" } });
    choices = withUse(choices, 1, "phone");
    expect(row()).toEqual({ phone: "+5511987654322", name: "Ana", attributes: { Celular: "11987654321" } });
    choices = withAttribute(choices, 0, "fixo");
    expect(row()).toMatchObject({ attributes: { fixo: "11987654321" } });
    choices = withUse(choices, 2, "attribute");
    expect(row()).toMatchObject({ attributes: { fixo: "11987654321", Quem: "Ana" } });
    expect(previewOf(read, withAttribute(choices, 2, "fixo"))).toEqual({
      code: "attribute_twice",
      attribute: "fixo",
    });
    expect(previewOf(read, withAttribute(choices, 2, "não"))).toEqual({
      code: "attribute_invalid",
      attribute: "não",
    });
    choices = withUse(choices, 0, "ignore");
    expect(row()).toEqual({ phone: "+5511987654322", attributes: { Quem: "Ana" } });
  });

  it.each([
    ["", "empty"],
    ["\ufffe\0p\0h", "no text"],
    ["phone\0", "NUL"],
  ])("refuses %j: %s", async (text) => {
    await expect(preview(Buffer.from(text, "utf16le"))).rejects.toThrow(InvalidFileError);
  });

  it("counts rows and rejections as the import does, for any table", async () => {
    const cell = fc.oneof(
      fc.constantFrom("11987654321", "(21) 99876-1111", "123", "5.5E+12", "", "Ana", '"a;b"', '"x\ny"', "ç"),
      fc.constantFrom("São João", "Ana\0"),
      fc.string({ maxLength: 5 }).map((text) => text.replace(/["\r\n\0\p{Cs}]/gu, "")),
    );
    const tables = fc
      .record({
        delimiter: fc.constantFrom(",", ";", "\t"),
        rows: fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
      })
      .map(({ delimiter, rows }) =>
        [["telefone", "nome", "cidade"], ...rows].map((cells) => cells.join(delimiter)).join("\n"),
      );
    await fc.assert(
      fc.asyncProperty(tables, fc.boolean(), async (text, isDamaged) => {
        const bytes = Buffer.from(isDamaged ? `${text}\n11987654321,São João!` : text);
        if (isDamaged) bytes[bytes.length - 1] = 0xe9;
        // A file with more than a tenth NUL bytes is refused.
        fc.pre(bytes.filter((byte) => byte === 0).length * 10 <= bytes.length);
        const layout = await inspect([bytes]);
        const options = { delimiter: layout.delimiter, line: layout.dataLine, skip: 0 };
        const data = [bytes.subarray(layout.dataStart)];
        let [rows, people, rejected] = [0, 0, 0];
        for await (const block of blocks(data, { ...options, maxRecords: 1_000, maxBytes: Infinity })) {
          const batch = await readBlock(block, layout);
          rows += batch.rows;
          people += batch.upserts.length;
          rejected += batch.rejections.length;
        }
        expect((await preview(bytes)).inspected).toEqual({ rows, people, rejected, isWhole: true });
      }),
      { numRuns: 300 },
    );
  });
});
