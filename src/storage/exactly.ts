import type { Readable } from "node:stream";
import { validationFailed } from "../platform/problem";

/** Passes on the bytes, and fails unless they are as many as declared. */
export async function* exactly(bytes: Readable, sizeBytes: number): AsyncGenerator<Buffer> {
  const wrong = () => validationFailed(`The upload does not hold the declared ${sizeBytes} bytes`);
  let received = 0;
  // A request that were destroyed here could no longer be answered.
  const chunks = bytes.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) {
    received += chunk.length;
    if (received > sizeBytes) throw wrong();
    yield chunk;
  }
  if (received !== sizeBytes) throw wrong();
}
