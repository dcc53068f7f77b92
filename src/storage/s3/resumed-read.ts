import { Readable } from "node:stream";

/** So often in a row a stream may break off without a byte. */
const FRUITLESS = 3;

/**
 * One stream of the bytes from `start` to `end` inclusive, out of as many answers as it takes: a connection that is cut,
 * by the network or by a store that waited too long for a slow reader, is followed by a request for the rest.
 */
export function resumedRead(
  first: Readable,
  { start, end }: { start: number; end: number },
  open: (range: { start: number; end: number }) => Promise<Readable>,
): Readable {
  let answer = first;
  async function* bytes(): AsyncGenerator<Buffer> {
    let chunks = chunksOf(answer);
    let at = start;
    let fruitless = 0;
    while (at <= end) {
      const chunk = await chunks();
      if (chunk) {
        at += chunk.length;
        fruitless = 0;
        yield chunk;
      } else if (stream.destroyed) {
        return;
      } else if (++fruitless > FRUITLESS) {
        throw new Error(`The object's bytes from ${at} to ${end} could not be read`);
      } else {
        answer.destroy();
        answer = await open({ start: at, end });
        chunks = chunksOf(answer);
      }
    }
  }
  const stream = Readable.from(bytes(), { objectMode: false });
  stream.once("close", () => answer.destroy());
  return stream;
}

/** The stream's next chunk; undefined once it has ended, in whatever way. */
function chunksOf(stream: Readable): () => Promise<Buffer | undefined> {
  const iterator = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  return async () => {
    try {
      return (await iterator.next()).value;
    } catch {
      return undefined;
    }
  };
}
