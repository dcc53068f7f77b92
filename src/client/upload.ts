import type { CallOptions } from "../../generated/client/operations";
import type { FileUsage, StoredFile } from "../../generated/client/types";
import type { Call } from "./call";
import type { Environment } from "./environment";
import { failureOf } from "./failure";
import { attemptsOf, fetchOf, type RecadoOptions } from "./options";
import { attempt } from "./retry";

/** Content of a file. A stream is read into memory first, because the upload must declare its length. */
export type FileData = Blob | ArrayBuffer | ArrayBufferView | ReadableStream<Uint8Array> | string;

export interface UploadFileParams {
  /**
   * Bytes of the file, or text to encode as UTF-8; not a path. In Node, `await openAsBlob(path)` of `node:fs`
   * returns a Blob that is read during the upload.
   */
  data: FileData;
  usage: FileUsage;
  /** MIME type, such as `audio/wav`. Default: the Blob's type. */
  content_type?: string;
  /** Display name of the file. Default: the name of the `File` object. */
  filename?: string;
}

export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}

/**
 * Options of an upload. `timeoutSeconds` applies to each of the three requests. Its default for the PUT of
 * the bytes is ten minutes.
 */
export interface UploadOptions extends Omit<CallOptions, "repeatable" | "onResponse"> {
  /**
   * Callback for progress, in bytes passed to the network. A retry starts at 0 again. Runtimes other than
   * Node report only the start and the end.
   */
  onProgress?: (progress: UploadProgress) => void;
}

const BYTES_TIMEOUT_SECONDS = 600;
const PIECE_BYTES = 64 * 1024;

/**
 * Returns a function that declares a file, uploads its bytes and confirms it. All three requests are retried.
 * A repeated declaration leaves at most an unconfirmed file, which the service removes after a day.
 */
export function uploader(call: Call, client: RecadoOptions, environment: Environment) {
  return async function upload(
    { data, usage, content_type, filename }: UploadFileParams,
    { onProgress, ...options }: UploadOptions = {},
  ): Promise<StoredFile> {
    const repeatable = { ...options, repeatable: true };
    const bytes = await blobOf(data);
    const contentType = content_type ?? bytes.type;
    if (!contentType) throw new TypeError("files.upload needs content_type, because the data has no type");
    const { file_id, url } = await call(
      "createUploadUrl",
      { usage, content_type: contentType, size_bytes: bytes.size, filename: filename ?? nameOf(data) },
      repeatable,
    );
    await put(url, bytes, contentType, { onProgress, ...options });
    return call("confirmFile", { file_id }, repeatable);
  };

  async function put(url: string, bytes: Blob, contentType: string, options: UploadOptions): Promise<void> {
    const fetch = fetchOf(client);
    const timeoutSeconds = options.timeoutSeconds ?? BYTES_TIMEOUT_SECONDS;
    const attempts = attemptsOf("uploadFile", true, { ...options, timeoutSeconds }, client);
    const response = await attempt(
      async (signal) => {
        const result = await fetch(putRequest(url, bytes, contentType, options.onProgress), { signal });
        if (result.ok) options.onProgress?.({ sentBytes: bytes.size, totalBytes: bytes.size });
        return result;
      },
      attempts,
      environment,
    );
    if (!response.ok) throw failureOf("uploadFile", response, await jsonOf(response), environment.now());
  }
}

/** Returns the PUT request. Its URL is signed for this type and length, so it carries no API key. */
function putRequest(
  url: string,
  bytes: Blob,
  contentType: string,
  onProgress: UploadOptions["onProgress"],
): Request {
  const headers: Record<string, string> = { "Content-Type": contentType };
  onProgress?.({ sentBytes: 0, totalBytes: bytes.size });
  if (!onProgress || !sendsStreamsOfKnownLength()) {
    return new Request(url, { method: "PUT", headers, body: bytes.slice(0, bytes.size, contentType) });
  }
  const body = counted(bytes, onProgress);
  const init = { method: "PUT", headers: { ...headers, "Content-Length": String(bytes.size) }, body };
  return new Request(url, { ...init, duplex: "half" } as RequestInit);
}

/** Returns whether the runtime sends streams with a length. Presigned URLs reject chunked bodies. */
function sendsStreamsOfKnownLength(): boolean {
  const { process } = globalThis as { process?: { versions?: { undici?: string } } };
  return process?.versions?.undici !== undefined;
}

/** Returns the bytes as a stream. Reports progress each time the network requests another piece. */
function counted(bytes: Blob, onProgress: (progress: UploadProgress) => void): ReadableStream<Uint8Array> {
  let sentBytes = 0;
  return new ReadableStream({
    async pull(controller) {
      const piece = await bytes.slice(sentBytes, sentBytes + PIECE_BYTES).arrayBuffer();
      if (piece.byteLength === 0) return controller.close();
      if (sentBytes > 0) onProgress({ sentBytes, totalBytes: bytes.size });
      sentBytes += piece.byteLength;
      controller.enqueue(new Uint8Array(piece));
    },
  });
}

async function blobOf(data: unknown): Promise<Blob> {
  if (data instanceof Blob) return data;
  if (data instanceof ReadableStream) return new Response(data).blob();
  if (typeof data === "string" && isPath(data)) {
    throw new TypeError(`data is the path ${data}, and not the content of the file: ${HOW_TO_READ}`);
  }
  if (typeof data === "string" || ArrayBuffer.isView(data) || tagOf(data) === "ArrayBuffer") {
    return new Blob([data as BlobPart]);
  }
  throw new TypeError(
    `data must be a Blob, bytes, a ReadableStream or text, not ${tagOf(data)}: ${HOW_TO_READ}`,
  );
}

const HOW_TO_READ = "in Node, give `await openAsBlob(path)` of node:fs";

/** Returns whether a text is probably a path: one line, no table delimiters, starts or ends like a path. */
const isPath = (text: string) =>
  /^[^\r\n;,\t|]+$/.test(text) &&
  /^(file:|~?[\\/]|\.{1,2}[\\/]|[A-Za-z]:[\\/])|^[^@]*[^\s@]\.[A-Za-z0-9]*[A-Za-z][A-Za-z0-9]*$/.test(text);

/** Returns the class name of a value. Unlike `instanceof`, it also works for objects of another realm. */
const tagOf = (value: unknown) => Object.prototype.toString.call(value).slice("[object ".length, -1);

const nameOf = (data: FileData) => (data as { name?: string }).name;

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}
