import type { Delimiter } from "../../messaging/contact-file/header";
import { RecordScanner } from "./record-scanner";

export interface Block {
  bytes: Buffer;
  /** Line number of the block's first line, counted from 1. */
  line: number;
  /** Number of records, without blank lines. */
  records: number;
}

interface BlockOptions {
  delimiter: Delimiter;
  /** Line number of the first byte of the chunks, counted from 1. */
  line: number;
  skip: number;
  /** Limits of a block. A block ends with the record that reaches a limit. */
  maxRecords: number;
  maxBytes: number;
}

/**
 * Splits the bytes after the header into blocks. The bytes must begin with a record. Buffers at most one
 * block and one chunk.
 */
export async function* blocks(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { delimiter, line, skip, maxRecords, maxBytes }: BlockOptions,
): AsyncGenerator<Block, void> {
  const scanner = new RecordScanner(delimiter, line);
  let toSkip = skip;
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  let records = 0;
  let blockLine = line;
  const startOver = () => {
    pieces = [];
    bytes = 0;
    records = 0;
    blockLine = scanner.line;
  };

  for await (const chunk of chunks) {
    let from = 0;
    let at = 0;
    let end: number;
    while ((end = scanner.next(chunk, at)) !== -1) {
      at = end;
      if (!scanner.blank) {
        if (toSkip > 0) toSkip--;
        else records++;
      }
      if (records === 0) {
        // A block does not contain skipped records or leading blank lines.
        from = at;
        startOver();
      } else if (records === maxRecords || bytes + at - from >= maxBytes) {
        yield {
          bytes: Buffer.concat([...pieces, chunk.subarray(from, at)]),
          line: blockLine,
          records,
        };
        from = at;
        startOver();
      }
    }
    pieces.push(chunk.subarray(from));
    bytes += chunk.length - from;
  }
  if (scanner.finish() && !scanner.blank && toSkip === 0) records++;
  if (records > 0) yield { bytes: Buffer.concat(pieces), line: blockLine, records };
}
