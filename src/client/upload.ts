import type { CallOptions } from "../../generated/client/operations";
import type { FileUsage, StoredFile } from "../../generated/client/types";
import type { Call } from "./call";
import type { Environment } from "./environment";
import { failureOf } from "./failure";
import { attemptsOf, fetchOf, type RecadoOptions } from "./options";
import { attempt } from "./retry";

/** Data of a file. A stream is read to its end first, because its length must be declared. */
export type FileData = Blob | ArrayBuffer | ArrayBufferView | ReadableStream<Uint8Array> | string;

export interface UploadFileParams {
  /**
   * The bytes, or text to be encoded as UTF-8; never the path of a file. In Node, `await openAsBlob(path)` of
   * `node:fs` returns a file that is read while it is sent.
   */
  data: FileData;
  usage: FileUsage;
  /** MIME type such as `audio/wav`. Default: the type of the Blob. */
  content_type?: string;
  /** Display name of the file. Default: the name of the File. */
  filename?: string;
}

export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}

/**
 * Options of an upload. `timeoutSeconds` applies to each of the three requests; its default for the bytes is
 * ten minutes.
 */
export interface UploadOptions extends Omit<CallOptions, "repeatable" | "onResponse"> {
  /**
   * Called with the bytes passed to the network, from 0 to the total; starts at 0 again when the bytes are
   * resent. Outside of Node, only start and end are reported.
   */
  onProgress?: (progress: UploadProgress) => void;
}

const BYTES_TIMEOUT_SECONDS = 600;
const PIECE_BYTES = 64 * 1024;

/**
 * Returns the upload function, which declares a file, uploads its bytes and confirms it. Each of the three
 * requests is retried like an idempotent operation: a duplicate leaves only an unconfirmed file, which is
 * removed after a day.
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
        const answer = await fetch(putRequest(url, bytes, contentType, options.onProgress), { signal });
        if (answer.ok) options.onProgress?.({ sentBytes: bytes.size, totalBytes: bytes.size });
        return answer;
      },
      attempts,
      environment,
    );
    if (!response.ok) throw failureOf("uploadFile", response, await jsonOf(response), environment.now());
  }
}

/** Returns the PUT request. The URL is signed for exactly this type and length and needs no API key. */
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

/**
 * Returns whether streams can have a length. Other runtimes send them in chunks without a length, which
 * presigned URLs reject.
 */
function sendsStreamsOfKnownLength(): boolean {
  const { process } = globalThis as { process?: { versions?: { undici?: string } } };
  return process?.versions?.undici !== undefined;
}

/** Returns the bytes in pieces, and reports each piece when the network requests the next one. */
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
    throw new TypeError(`data is the path ${data}, and not what the file holds: ${HOW_TO_READ}`);
  }
  if (typeof data === "string" || ArrayBuffer.isView(data) || tagOf(data) === "ArrayBuffer") {
    return new Blob([data as BlobPart]);
  }
  throw new TypeError(
    `data must be a Blob, bytes, a ReadableStream or text, not ${tagOf(data)}: ${HOW_TO_READ}`,
  );
}

const HOW_TO_READ = "in Node, give `await openAsBlob(path)` of node:fs";

/**
 * Returns whether a text looks like a path: one line without delimiters of a table, which begins or ends as
 * paths do.
 */
const isPath = (text: string) =>
  /^[^\r\n;,\t|]+$/.test(text) &&
  /^(file:|~?[\\/]|\.{1,2}[\\/]|[A-Za-z]:[\\/])|^[^@]*[^\s@]\.[A-Za-z0-9]*[A-Za-z][A-Za-z0-9]*$/.test(text);

/** Returns the kind of an object, independent of its realm. */
const tagOf = (value: unknown) => Object.prototype.toString.call(value).slice("[object ".length, -1);

const nameOf = (data: FileData) => (data as { name?: string }).name;

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}
