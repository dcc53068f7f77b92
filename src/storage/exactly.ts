import type { Readable } from "node:stream";
import { validationFailed } from "../platform/problem";

/** Yields the bytes. Throws unless their number equals `sizeBytes`. */
export async function* exactly(bytes: Readable, sizeBytes: number): AsyncGenerator<Buffer> {
  const wrong = () => validationFailed(`The upload does not hold the declared ${sizeBytes} bytes`);
  let received = 0;
  // A destroyed request could no longer be responded to.
  const chunks = bytes.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) {
    received += chunk.length;
    if (received > sizeBytes) throw wrong();
    yield chunk;
  }
  if (received !== sizeBytes) throw wrong();
}
