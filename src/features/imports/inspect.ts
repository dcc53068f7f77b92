import { isUtf8 } from "node:buffer";
import { InvalidFileError } from "../../messaging/contact-file/invalid-file";
import { type Encoding, EncodingCheck } from "../../messaging/contact-file/encoding";
import { decode } from "./decode";
import {
  chooseDelimiter,
  type ColumnChoice,
  type Columns,
  type Delimiter,
  DELIMITERS,
  headerCells,
  readHeader,
} from "../../messaging/contact-file/header";
import { MAX_SIGNATURE_BYTES, bomLength, refuseWorkbook } from "../../messaging/contact-file/file-signature";
import { RecordScanner } from "./record-scanner";

/** Maximum record size, in bytes: several times a row with every attribute at its maximum length. */
export const MAX_RECORD_BYTES = 512 * 1024;

export interface Table {
  encoding: Encoding;
  delimiter: Delimiter;
  /** Cells of the header, trimmed. */
  headings: readonly string[];
  headerLine: number;
  /** Start of the records after the header: byte offset, and line counted from 1. */
  dataStart: number;
  dataLine: number;
  /** Number of rows after the header, without blank lines. */
  rows: number;
}

export interface Layout extends Table {
  columns: Columns;
}

interface Header {
  bytes: Buffer;
  delimiter: Delimiter;
  start: number;
  /** First line of the header, and first line after it. */
  headerLine: number;
  line: number;
}

/**
 * Determines the encoding, the columns and the number of rows of a whole file in constant memory. Throws
 * `InvalidFileError` for an unsupported encoding, an Excel workbook, an unclosed quotation mark, a record of
 * more than 512 KiB or an unusable header.
 */
export async function inspect(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  choices: readonly ColumnChoice[] = [],
): Promise<Layout> {
  const table = await inspectTable(chunks, choices);
  return { ...table, columns: readHeader(table.headings, choices) };
}

/** Inspects a file as `inspect` does, but accepts every header. */
export async function inspectTable(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  choices: readonly ColumnChoice[] = [],
): Promise<Table> {
  const inspector = new Inspector(choices);
  for await (const chunk of chunks) inspector.feed(chunk);
  return inspector.finish();
}

class Inspector {
  private readonly encoding = new EncodingCheck();
  /** First bytes of the file, until a byte-order mark can be detected; then null. */
  private beginning: Uint8Array | null = new Uint8Array();
  private marked = false;
  /** Number of bytes before the current chunk. */
  private position = 0;
  // The complete header shows which delimiter the file uses. Until then, every supported delimiter
  // ends a cell.
  private scanner = new RecordScanner(DELIMITERS.join(""));
  private headerPieces: Uint8Array[] = [];
  private header: Header | null = null;
  private rows = 0;

  constructor(private readonly choices: readonly ColumnChoice[]) {}

  feed(chunk: Uint8Array): void {
    if (this.beginning !== null)
      refuseWorkbook(Buffer.concat([this.beginning, chunk.subarray(0, MAX_SIGNATURE_BYTES)]));
    this.encoding.feed(chunk);
    if (this.beginning === null) {
      this.scan(chunk, 0);
      return;
    }
    this.beginning = Buffer.concat([this.beginning, chunk]);
    if (this.beginning.length >= MAX_SIGNATURE_BYTES) this.begin(this.beginning);
  }

  finish(): Table {
    if (this.beginning !== null) this.begin(this.beginning);
    const encoding = this.encoding.finish({ marked: this.marked });
    const { scanner } = this;
    if (scanner.isQuoted) throw unclosed(scanner.quoteLine);
    if (scanner.finish()) this.ended(this.position);
    if (this.header === null) throw new InvalidFileError("The file is empty.");
    const { bytes, delimiter, start, headerLine, line } = this.header;
    const headings = headerCells(decode(bytes, encoding), delimiter);
    return { encoding, delimiter, headings, headerLine, dataStart: start, dataLine: line, rows: this.rows };
  }

  private begin(bytes: Uint8Array): void {
    const mark = bomLength(bytes);
    this.marked = mark > 0;
    this.beginning = null;
    this.scan(bytes, mark);
  }

  private scan(chunk: Uint8Array, from: number): void {
    let at = from;
    let end: number;
    while ((end = this.scanner.next(chunk, at)) !== -1) {
      if (this.header === null) this.headerPieces.push(chunk.subarray(at, end));
      this.ended(this.position + end);
      at = end;
    }
    if (this.header === null) this.headerPieces.push(chunk.subarray(at));
    this.checkLength();
    this.position += chunk.length;
  }

  /**
   * Takes the first record that is not blank as the header, and counts later records that are not blank. The
   * record ends before the byte at `position`.
   */
  private ended(position: number): void {
    this.checkLength();
    if (this.scanner.blank) {
      if (this.header === null) this.headerPieces = [];
    } else if (this.header === null) {
      this.headerEnded(position);
    } else this.rows++;
  }

  private headerEnded(start: number): void {
    const bytes = Buffer.concat(this.headerPieces);
    const text = decode(bytes, isUtf8(bytes) ? "utf-8" : "windows-1252");
    const delimiter = chooseDelimiter(text, this.choices);
    const { recordLine: headerLine, line } = this.scanner;
    this.header = { bytes, delimiter, start, headerLine, line };
    this.scanner = new RecordScanner(delimiter, line);
  }

  private checkLength(): void {
    const { recordBytes, recordLine, quoteLine, isQuoted } = this.scanner;
    if (recordBytes <= MAX_RECORD_BYTES) return;
    // In UTF-16, the scanner finds no closing quotation mark, so a long record may be a wrong encoding.
    this.encoding.refuseUtf16();
    const hint = isQuoted ? ` The quotation mark that opens on line ${quoteLine} may lack its end.` : "";
    throw new InvalidFileError(
      `The row that begins on line ${recordLine} is longer than ${MAX_RECORD_BYTES / 1024} KiB.${hint}`,
    );
  }
}

const unclosed = (line: number) =>
  new InvalidFileError(`The quotation mark that opens on line ${line} is never closed.`);
