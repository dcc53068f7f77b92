import { crc32 } from "node:zlib";
import { escaped } from "../../scripts/tools/markup";

type Cell = string | number | Date | null;

const DAY_MS = 86_400_000;
/** Day 0 of dates in a workbook. */
const EPOCH = Date.UTC(1899, 11, 30);

function cellXml(cell: Cell, reference: string): string {
  if (cell === null) return "";
  if (typeof cell === "string") {
    return `<c r="${reference}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  }
  if (cell instanceof Date)
    return `<c r="${reference}" s="1"><v>${(cell.getTime() - EPOCH) / DAY_MS}</v></c>`;
  return `<c r="${reference}"><v>${cell}</v></c>`;
}

const sheetXml = (rows: readonly (readonly Cell[])[]) =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
    .map(
      (row, at) =>
        `<row r="${at + 1}">${row.map((cell, column) => cellXml(cell, `${"ABCDEFGH"[column]}${at + 1}`)).join("")}</row>`,
    )
    .join("")}</sheetData></worksheet>`;

/** Returns an `.xlsx` workbook in Excel's format. Sheets have up to eight columns. */
export function workbook(sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>): Buffer {
  const names = Object.keys(sheets);
  const type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const relations = names.map(
    (_, i) =>
      `<Relationship Id="rId${i + 1}" Type="${type}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  );
  relations.push(`<Relationship Id="rId99" Type="${type}/styles" Target="styles.xml"/>`);
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  return zip({
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${type}"><sheets>${names
      .map((name, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join("")}</Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      names.map((name, i) => [`xl/worksheets/sheet${i + 1}.xml`, sheetXml(sheets[name] ?? [])]),
    ),
  });
}

function zip(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const name = Buffer.from(path);
    const data = Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    parts.push(Buffer.from("PK\x03\x04", "latin1"), common, name, data);
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(offset, 12);
    directory.push(
      Buffer.from("PK\x01\x02\x14\x00", "latin1"),
      common.subarray(0, 26),
      entry.subarray(2),
      name,
    );
    offset += 4 + common.length + name.length + data.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}
