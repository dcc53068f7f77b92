import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import { notFound, Problem } from "../platform/problem";
import type { Instant } from "../platform/time";
import type { Storage } from "./storage";

/** What caches and resumed downloads compare. */
export interface Version {
  etag: string;
  modifiedAt: Instant;
}

export interface ServedObject {
  key: string;
  contentType: string;
  headers: Readonly<Record<string, string>>;
  /** Saved under this name instead of being shown. */
  attachment?: string | null;
  /** Given where the bytes never change. */
  version?: Version;
}

interface Range {
  start: number;
  end: number;
}

/**
 * Answers GET and HEAD with an object's bytes under its declared type (RFC 9110): conditional requests, and one range
 * at a time (several at once are answered with the whole). 404 when the bytes are not there, 416 for a range beyond
 * them. Nothing but the bytes in question is read, and never more than the client takes.
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
  // Fresh in the client's cache: only the headers are told again, whatever range was asked for.
  if (object.version && req.fresh) {
    setHeaders(res, object);
    res.status(304).end();
    return;
  }
  const range = rangeOf(req, stored.sizeBytes, object.version);
  const { start, end } = range ?? { start: 0, end: stored.sizeBytes - 1 };
  const bytes = req.method === "HEAD" || end < start ? null : await storage.read(object.key, { start, end });
  setHeaders(res, object);
  if (range) res.status(206).setHeader("Content-Range", `bytes ${start}-${end}/${stored.sizeBytes}`);
  res.setHeader("Content-Length", end - start + 1);
  if (bytes === null) res.end();
  else await sendBytes(bytes, res);
}

function setVersion(res: Response, { etag, modifiedAt }: Version): void {
  res.setHeader("ETag", etag);
  res.setHeader("Last-Modified", new Date(modifiedAt).toUTCString());
}

function setHeaders(res: Response, { contentType, headers, attachment }: ServedObject): void {
  if (attachment) res.attachment(attachment);
  res.setHeader("Content-Type", contentType);
  res.setHeader("X-Content-Type-Options", "nosniff");
  // Browsers show media in pages that they make themselves, with styles and sources that a stricter policy would forbid.
  res.setHeader("Content-Security-Policy", "frame-ancestors 'none'");
  res.setHeader("Accept-Ranges", "bytes");
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
}

/** The one range that is asked for, or null where the whole is to be answered. */
function rangeOf(req: Request, sizeBytes: number, version: Version | undefined): Range | null {
  // RFC 9110, 14.2: ranges are defined for GET alone.
  if (req.method !== "GET") return null;
  const condition = req.headers["if-range"];
  if (condition !== undefined) {
    const holds =
      version && [version.etag, new Date(version.modifiedAt).toUTCString()].includes(condition as string);
    if (!holds) return null;
  }
  // RFC 9110, 14.1.2: a suffix longer than the whole is the whole, which Express's parser takes for unsatisfiable.
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

/** Once headers are out, a failure can only be told by cutting the connection, which the pipeline does. */
async function sendBytes(bytes: NodeJS.ReadableStream, res: Response): Promise<void> {
  try {
    await pipeline(bytes, res);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  }
}
