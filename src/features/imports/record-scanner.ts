// Kinds of bytes. UTF-8 and Windows-1252 share the ASCII bytes, which occur in no other character. `kind &
// ~QUOTE` is 0 for `WHITE` and `QUOTE` alone.
const WHITE = 0;
const QUOTE = 1;
const TEXT = 2;
const DELIMITER = 3;
const LINE_FEED = 4;
const CARRIAGE_RETURN = 5;

const CELL_START = 0;
const PLAIN = 1;
const QUOTED = 2;
/** State after a quotation mark in a quoted cell. The mark may close the cell, be escaped or be text. */
const AFTER_QUOTE = 3;
/** State after white space that follows a quotation mark in a quoted cell. */
const AFTER_QUOTE_WHITE = 4;
const AFTER_CARRIAGE_RETURN = 5;
/** State after the end of a record. The next byte begins a new record. */
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
 * Scanner that finds the ends of CSV records byte by byte. Chunks may end at any byte. Lines end with LF,
 * CRLF or CR. A quotation mark at the start of a cell opens a quoted cell. A quotation mark closes the cell
 * if only white space follows before the cell's end. Other quotation marks are text. A property test verifies
 * that papaparse follows the same rules.
 */
export class RecordScanner {
  /** First line of the current or last record, counted from 1. */
  recordLine: number;
  quoteLine = 0;
  /** Number of bytes of the current or last record, including its line end. */
  recordBytes = 0;
  /**
   * Whether all cells of the current or last record contain only white space and quotation marks, apart from
   * the line end.
   */
  blank = true;
  /** Line of the next byte. */
  line: number;

  private readonly kinds: Uint8Array;
  private state = ENDED;
  private last = TEXT;

  constructor(delimiters: string, line = 1) {
    this.kinds = kindsOf(delimiters);
    this.line = line;
    this.recordLine = line;
  }

  get isQuoted(): boolean {
    return this.state === QUOTED;
  }

  /** Returns the offset after the record that starts or continues at `from`; -1 if it is incomplete. */
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
        last = kind;
        continue;
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

  /** Ends the input. Returns whether the end completes a record without a line end, or with a final CR. */
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
