import type { ContactUpsert } from "../contacts/upsert.store";
import { type Block, blocks } from "./blocks";
import { legibleText } from "../../messaging/contact-file/encoding";
import { decode } from "./decode";
import { rowFaultWords } from "../../messaging/contact-file/faults";
import { type Delimiter, MAX_COLUMNS } from "../../messaging/contact-file/header";
import type { Layout } from "./inspect";
import { readRow, type Row, splitRows } from "../../messaging/contact-file/row";
import type { Rejection } from "./import";

export interface Batch {
  rows: number;
  /** One upsert per number, in order of first occurrence. */
  upserts: ContactUpsert[];
  /** Phone number of each accepted row, in file order. A number may occur twice. */
  phones: readonly string[];
  rejections: Rejection[];
}

type Plan = Pick<Layout, "encoding" | "delimiter" | "columns">;
type Format = Omit<Plan, "columns">;

export async function readBlock(block: Block, plan: Plan): Promise<Batch> {
  const rejections: Rejection[] = [];
  const upserts = new Map<string, ContactUpsert>();
  const phones: string[] = [];
  const rows = await rowsOf(block, plan);
  for (const row of rows) {
    const read = readRow(row, plan.columns);
    if ("code" in read) {
      const cells = storedCells(row.cells, plan.delimiter);
      rejections.push({ line: row.line, reason: rowFaultWords(read), cells });
    } else {
      phones.push(read.phone);
      upserts.set(read.phone, laterWins(upserts.get(read.phone), read));
    }
  }
  return {
    rows: block.records,
    upserts: [...upserts.values()],
    phones,
    rejections,
  };
}

/**
 * Returns the cells of a rejected row. Joins more than `MAX_COLUMNS` cells into one text. A row can have half
 * a million cells, and each cell adds characters to the download.
 */
const storedCells = (cells: readonly string[], delimiter: Delimiter): readonly string[] =>
  cells.length <= MAX_COLUMNS ? cells : [cells.join(delimiter)];

function laterWins(earlier: ContactUpsert | undefined, later: ContactUpsert): ContactUpsert {
  return earlier?.name !== undefined && later.name === undefined ? { ...later, name: earlier.name } : later;
}

/**
 * Returns the rows of a block with their line numbers. Papaparse accepts more kinds of white space after a
 * closing quotation mark than `RecordScanner`, so the two may find different records. If their counts differ,
 * parses each record of `RecordScanner` separately.
 */
export async function rowsOf(block: Block, format: Format): Promise<Row[]> {
  const rows = parse(block, format);
  if (rows.length === block.records) return rows;
  const single: Row[] = [];
  const { delimiter } = format;
  const options = { delimiter, line: block.line, skip: 0, maxRecords: 1, maxBytes: Infinity };
  for await (const record of blocks([block.bytes], options)) {
    const [row, ...more] = parse(record, format);
    const text = legibleText(decode(record.bytes, format.encoding)).trimEnd();
    single.push(row && more.length === 0 ? row : { line: record.line, cells: [text], fault: "garbled" });
  }
  return single;
}

function parse({ bytes, line }: Block, { encoding, delimiter }: Format): Row[] {
  return splitRows(decode(bytes, encoding), line, delimiter);
}
