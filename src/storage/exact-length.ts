import type { Readable } from "node:stream";
import { validationFailed } from "../platform/problem";

/** Yields the bytes. Throws if their number differs from `sizeBytes`. */
export async function* withExactLength(bytes: Readable, sizeBytes: number): AsyncGenerator<Buffer> {
  const wrong = () => validationFailed(`The upload must have the declared ${sizeBytes} bytes`);
  let received = 0;
  // The iterator must not destroy the request, or the error could not be sent as a response.
  const chunks = bytes.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) {
    received += chunk.length;
    if (received > sizeBytes) throw wrong();
    yield chunk;
  }
  if (received !== sizeBytes) throw wrong();
}
