import type { IncomingMessage } from "node:http";
import { payloadTooLarge, validationFailed } from "../platform/problem";

interface ReceiveOptions {
  /** Signal whose abort rejects the promise with the signal's reason. */
  signal?: AbortSignal;
  onChunk?(bytes: number): void;
}

/**
 * Receives the undecoded body. Rejects with 413 beyond `maxBytes`, and with 400 if the client disconnects.
 */
export function receiveBody(
  req: IncomingMessage,
  maxBytes: number,
  { signal, onChunk }: ReceiveOptions = {},
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const stop = () => {
      req.off("data", take).off("end", finish).off("close", leave).off("error", leave);
      signal?.removeEventListener("abort", abort);
    };
    const fail = (reason: unknown) => {
      stop();
      chunks.length = 0;
      // Without a listener, a later `error` event would end the process.
      req.on("error", () => {});
      reject(reason instanceof Error ? reason : new Error(String(reason)));
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) return fail(tooLarge(maxBytes));
      chunks.push(chunk);
      onChunk?.(chunk.length);
    };
    const finish = () => {
      stop();
      resolve(Buffer.concat(chunks, length));
    };
    const leave = () => fail(validationFailed("The body ended before it was complete"));
    const abort = () => fail(signal?.reason);
    if (signal?.aborted) return abort();
    if (req.destroyed && !req.readableEnded) return leave();
    req.on("data", take).on("end", finish).on("close", leave).on("error", leave);
    signal?.addEventListener("abort", abort);
  });
}

export const tooLarge = (maxBytes: number) => payloadTooLarge(`The body is larger than ${maxBytes} bytes`);
