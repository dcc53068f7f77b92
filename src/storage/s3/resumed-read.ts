import { Readable } from "node:stream";

/** Maximum number of consecutive retries without data. */
const FRUITLESS = 3;

/** Returns the bytes from `start` to `end` inclusive. Requests the rest if a response is cut off. */
export function resumedRead(
  first: Readable,
  { start, end }: { start: number; end: number },
  open: (range: { start: number; end: number }) => Promise<Readable>,
): Readable {
  let body = first;
  async function* bytes(): AsyncGenerator<Buffer> {
    let chunks = chunksOf(body);
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
        body.destroy();
        body = await open({ start: at, end });
        chunks = chunksOf(body);
      }
    }
  }
  const stream = Readable.from(bytes(), { objectMode: false });
  stream.once("close", () => body.destroy());
  return stream;
}

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
