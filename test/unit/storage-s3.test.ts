import { Readable } from "node:stream";
import { type S3Deps, s3Storage } from "../../src/storage/s3/s3-storage";
import { MINUTE, SECOND, systemClock } from "../../src/platform/time";

interface SendOptions {
  abortSignal: AbortSignal;
  requestTimeout: number;
}

/** Returns storage whose client passes each request's options to `send`. */
function storageWith(send: (options: SendOptions) => Promise<unknown>) {
  const client = { send: (_: unknown, options: SendOptions) => send(options) };
  const sdk = { PutObjectCommand: class {} };
  const deps = { sdk, client, bucket: "files", prefix: "", clock: systemClock };
  return s3Storage(deps as unknown as S3Deps);
}

const KEY = "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b/0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5c";
const object = (sizeBytes: number) => ({ key: KEY, contentType: "application/zip", sizeBytes });

describe("a PUT to S3", () => {
  it("has a timeout that grows with its size", async () => {
    const timeouts: number[] = [];
    const storage = storageWith(async ({ requestTimeout }) => timeouts.push(requestTimeout));
    await storage.put(object(0), Readable.from([]));
    await storage.put(object(300 * 1024 * 1024), Readable.from([]));
    expect(timeouts).toEqual([10 * SECOND, 5 * MINUTE + 10 * SECOND]);
  });

  it("ends with its signal", async () => {
    const stop = new AbortController();
    const storage = storageWith(
      ({ abortSignal }) =>
        new Promise((_, reject) => {
          abortSignal.onabort = () => reject(new Error("aborted"));
        }),
    );
    const put = storage.put(object(3), Readable.from([]), stop.signal);
    stop.abort();
    await expect(put).rejects.toMatchObject({ status: 503 });
  });
});
