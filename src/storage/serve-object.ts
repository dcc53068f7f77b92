import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import { notFound, Problem } from "../platform/problem";
import type { Instant } from "../platform/time";
import type { Storage } from "./storage";

interface Version {
  etag: string;
  modifiedAt: Instant;
}

interface ServedObject {
  key: string;
  contentType: string;
  headers: Readonly<Record<string, string>>;
  /** File name of a download. Without a name, browsers display the file, unless `headers` forbids it. */
  attachment?: string | null;
  /** Validators for caches and resumed downloads, only for objects whose bytes never change. */
  version?: Version;
}

interface Range {
  start: number;
  end: number;
}

/**
 * Responds to GET and HEAD with an object (RFC 9110). Supports conditional requests and a single range. A
 * request for several ranges gets the whole object. Throws 404 if the object is missing and 416 for a range
 * beyond the object. Reads no faster than the client receives.
 */
export async function serveObject(
  req: Request,
  res: Response,
  storage: Storage,
  object: ServedObject,
): Promise<void> {
  const stored = await storage.stat(object.key);
  if (stored === null) throw notFound("The file");
  if (object.version) setVersion(res, object.version);
  // A fresh client cache needs no body, whatever range is requested.
  if (object.version && req.fresh) {
    setHeaders(res, object);
    res.status(304).end();
    return;
  }
  const range = rangeOf(req, stored.sizeBytes, object.version);
  const { start, end } = range ?? { start: 0, end: stored.sizeBytes - 1 };
  const bytes = req.method === "HEAD" || end < start ? null : await read(storage, object.key, { start, end });
  setHeaders(res, object);
  if (range) res.status(206).setHeader("Content-Range", `bytes ${start}-${end}/${stored.sizeBytes}`);
  res.setHeader("Content-Length", end - start + 1);
  if (bytes === null) res.end();
  else await sendBytes(bytes, res);
}

/** Throws 404 if the object has been removed since the lookup. */
async function read(storage: Storage, key: string, range: Range): Promise<Readable> {
  try {
    return await storage.read(key, range);
  } catch (error) {
    if ((await storage.stat(key)) === null) throw notFound("The file");
    throw error;
  }
}

function setVersion(res: Response, { etag, modifiedAt }: Version): void {
  res.setHeader("ETag", etag);
  res.setHeader("Last-Modified", new Date(modifiedAt).toUTCString());
}

function setHeaders(res: Response, { contentType, headers, attachment }: ServedObject): void {
  if (attachment) res.attachment(attachment);
  res.setHeader("Content-Type", contentType);
  res.setHeader("X-Content-Type-Options", "nosniff");
  // Browsers display media in a generated page. A stricter policy would block that page's styles and sources.
  res.setHeader("Content-Security-Policy", "frame-ancestors 'none'");
  res.setHeader("Accept-Ranges", "bytes");
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
}

function rangeOf(req: Request, sizeBytes: number, version: Version | undefined): Range | null {
  // RFC 9110, 14.2: ranges are defined only for GET.
  if (req.method !== "GET") return null;
  const condition = req.headers["if-range"];
  if (condition !== undefined) {
    const holds =
      version && [version.etag, new Date(version.modifiedAt).toUTCString()].includes(condition as string);
    if (!holds) return null;
  }
  // RFC 9110, 14.1.2: a suffix longer than the object selects the whole object. Express's parser rejects such
  // a suffix.
  const suffix = /^bytes=-(\d+)$/.exec(req.headers.range ?? "")?.[1];
  if (Number(suffix) > sizeBytes) return { start: 0, end: sizeBytes - 1 };
  const ranges = req.range(sizeBytes, { combine: true });
  if (ranges === -1) {
    throw new Problem(416, "validation_failed", "The range lies beyond the file", undefined, {
      "Content-Range": `bytes */${sizeBytes}`,
    });
  }
  if (!Array.isArray(ranges) || ranges.type !== "bytes" || ranges.length !== 1) return null;
  return ranges[0] ?? null;
}

/** Streams the bytes. On failure `pipeline` closes the connection, the only signal after the headers. */
async function sendBytes(bytes: NodeJS.ReadableStream, res: Response): Promise<void> {
  try {
    await pipeline(bytes, res);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  }
}
