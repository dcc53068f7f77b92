import type { Delimiter } from "../../messaging/contact-file/header";
import { RecordScanner } from "./record-scanner";

/** Some whole records of a file, one after the other. */
export interface Block {
  bytes: Buffer;
  /** The line that the block begins on, counted from 1. */
  line: number;
  /** Its records; blank lines are none. */
  records: number;
}

export interface BlockOptions {
  delimiter: Delimiter;
  /** The line that the first of the chunks begins on. */
  line: number;
  /** Records to leave out at the beginning. */
  skip: number;
  /** A block ends with the record that reaches either. */
  maxRecords: number;
  maxBytes: number;
}

/** Cuts the bytes behind the header, which begin with a record, into blocks. Holds one block and one chunk at most. */
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
        // Neither skipped records nor blank lines in front of a block are part of it.
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
