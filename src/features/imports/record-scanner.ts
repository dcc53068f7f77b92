// Kinds of bytes. UTF-8 and Windows-1252 have the ASCII characters alike, and no other character holds their bytes.
const WHITE = 0;
const QUOTE = 1;
const TEXT = 2;
const DELIMITER = 3;
const LINE_FEED = 4;
const CARRIAGE_RETURN = 5;

// Where in a record the scanner is.
const CELL_START = 0;
const PLAIN = 1;
const QUOTED = 2;
/** After a quotation mark within a quoted cell: the end of the cell, the first of two, or a stray one. */
const AFTER_QUOTE = 3;
/** After white space behind that. */
const AFTER_QUOTE_WHITE = 4;
const AFTER_CARRIAGE_RETURN = 5;
/** Behind a record's end: the next byte begins a new one. */
const ENDED = 6;

function kindsOf(delimiters: string): Uint8Array {
  const kinds = new Uint8Array(256).fill(TEXT);
  for (const white of " \t\v\f") kinds[white.charCodeAt(0)] = WHITE;
  kinds['"'.charCodeAt(0)] = QUOTE;
  kinds["\n".charCodeAt(0)] = LINE_FEED;
  kinds["\r".charCodeAt(0)] = CARRIAGE_RETURN;
  for (const delimiter of delimiters) kinds[delimiter.charCodeAt(0)] = DELIMITER;
  return kinds;
}

/**
 * Finds where the records of a CSV file end, byte by byte and without taking them apart, over chunks cut anywhere.
 * Lines end with LF, CRLF or CR. A quotation mark opens at the start of a cell only, and closes where nothing but
 * white space stands between it and the end of the cell; any other belongs to the text. This is how papaparse reads
 * quotation marks, and a property test holds the two together.
 */
export class RecordScanner {
  /** The line, counted from 1, that the record at hand or just ended begins on. */
  recordLine: number;
  /** The line that the last quotation mark was opened on. */
  quoteLine = 0;
  /** Bytes of the record at hand or just ended, its line end included. */
  recordBytes = 0;
  /** Whether the record at hand or just ended holds nothing but white space and quotation marks. */
  blank = true;
  /** The line that the next byte belongs to. */
  line: number;

  private readonly kinds: Uint8Array;
  private state = ENDED;
  private last = TEXT;

  constructor(delimiters: string, line = 1) {
    this.kinds = kindsOf(delimiters);
    this.line = line;
    this.recordLine = line;
  }

  /** Whether a quoted cell is open at the byte that was looked at last. */
  get isQuoted(): boolean {
    return this.state === QUOTED;
  }

  /** The index behind the end of the record that goes on at `from`, or -1 where it goes on beyond the chunk. */
  next(chunk: Uint8Array, from: number): number {
    const { kinds } = this;
    const { length } = chunk;
    let { state, last, line } = this;
    if (state === ENDED && from < length) {
      this.recordLine = line;
      this.recordBytes = 0;
      this.blank = true;
      state = CELL_START;
      last = TEXT;
    }
    let content = 0;
    let end = -1;
    let i = from;
    for (; i < length; i++) {
      const kind = kinds[chunk[i] as number] as number;
      if (state === AFTER_CARRIAGE_RETURN) {
        end = kind === LINE_FEED ? i + 1 : i;
        break;
      }
      if (state === QUOTED) {
        if (kind === QUOTE) state = AFTER_QUOTE;
        else if (kind === CARRIAGE_RETURN || (kind === LINE_FEED && last !== CARRIAGE_RETURN)) line++;
      } else if (kind === LINE_FEED) {
        line++;
        end = i + 1;
        break;
      } else if (kind === CARRIAGE_RETURN) {
        line++;
        state = AFTER_CARRIAGE_RETURN;
        continue;
      } else if (kind === DELIMITER) {
        state = CELL_START;
      } else if (state === CELL_START) {
        if (kind === QUOTE) {
          state = QUOTED;
          this.quoteLine = line;
        } else state = PLAIN;
      } else if (state !== PLAIN) state = afterQuote(state, kind);
      last = kind;
      content |= kind & ~QUOTE;
    }
    if (content !== 0) this.blank = false;
    this.recordBytes += (end === -1 ? length : end) - from;
    this.state = end === -1 ? state : ENDED;
    this.last = last;
    this.line = line;
    return end;
  }

  /** Tells the end of the file; answers whether it ends a record, one without a line end that is. */
  finish(): boolean {
    if (this.state === ENDED) return false;
    this.state = ENDED;
    return true;
  }
}

function afterQuote(state: number, kind: number): number {
  if (kind === QUOTE) return state === AFTER_QUOTE ? QUOTED : AFTER_QUOTE;
  return kind === WHITE ? AFTER_QUOTE_WHITE : QUOTED;
}
