import type { ContactUpsert } from "../contacts/upsert.store";
import { type Block, blocks } from "./blocks";
import { decode } from "./encoding";
import { rowFaultWords } from "../../messaging/contact-file/faults";
import { type Delimiter, MAX_COLUMNS } from "../../messaging/contact-file/header";
import type { Layout } from "./inspect";
import { readRow, type Row, splitRows } from "../../messaging/contact-file/row";
import type { Rejection } from "./import";

/** What the rows of a block come to. */
export interface Batch {
  rows: number;
  /** One for each number, in the order in which the numbers first came. */
  upserts: ContactUpsert[];
  /** Rows behind the upserts; more than those where a number came twice. */
  accepted: number;
  rejections: Rejection[];
}

type Plan = Pick<Layout, "encoding" | "delimiter" | "columns">;

/** Reads the rows of a block, and sorts out those that cannot be taken. */
export async function readBlock(block: Block, plan: Plan): Promise<Batch> {
  const rejections: Rejection[] = [];
  const upserts = new Map<string, ContactUpsert>();
  const rows = await rowsOf(block, plan);
  for (const row of rows) {
    const read = readRow(row, plan.columns);
    if ("code" in read) {
      const cells = keptCells(row.cells, plan.delimiter);
      rejections.push({ line: row.line, reason: rowFaultWords(read), cells });
    } else upserts.set(read.phone, laterWins(upserts.get(read.phone), read));
  }
  return {
    rows: block.records,
    upserts: [...upserts.values()],
    accepted: rows.length - rejections.length,
    rejections,
  };
}

/**
 * The cells of a rejected row. More than any file may have columns are one text again: half a million of them fit into a
 * row, and each would cost whoever downloads the row more than its bytes.
 */
const keptCells = (cells: readonly string[], delimiter: Delimiter): readonly string[] =>
  cells.length <= MAX_COLUMNS ? cells : [cells.join(delimiter)];

/** As if the one had been stored after the other. */
function laterWins(earlier: ContactUpsert | undefined, later: ContactUpsert): ContactUpsert {
  return earlier?.name !== undefined && later.name === undefined ? { ...later, name: earlier.name } : later;
}

/**
 * The rows of a block with their lines. What counts as white space behind a closing quotation mark, papaparse sees
 * more widely than the scanner: where the two differ, which takes a no-break space in the wrong place, each record is
 * read by itself.
 */
async function rowsOf(block: Block, plan: Plan): Promise<Row[]> {
  const rows = parse(block, plan);
  if (rows.length === block.records) return rows;
  const single: Row[] = [];
  const { delimiter } = plan;
  const options = { delimiter, line: block.line, skip: 0, maxRecords: 1, maxBytes: Infinity };
  for await (const record of blocks([block.bytes], options)) {
    const [row, ...more] = parse(record, plan);
    const text = decode(record.bytes, plan.encoding).trimEnd();
    single.push(row && more.length === 0 ? row : { line: record.line, cells: [text], garbled: true });
  }
  return single;
}

function parse({ bytes, line }: Block, { encoding, delimiter }: Plan): Row[] {
  return splitRows(decode(bytes, encoding), line, delimiter);
}
