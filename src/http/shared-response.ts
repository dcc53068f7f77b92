import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";

/** A response that is identical for all clients. All connections share its buffer. */
interface SharedResponse {
  content: Buffer;
  /** File extension or media type, as in Express's `res.type`. */
  type: string;
  version: string;
  headers: Readonly<Record<string, string>>;
}

/** Bytes per write. The check for stalled clients would see no progress in a larger write until its end. */
const PIECE_BYTES = 64 * 1024;

export type SendShared = (req: Request, res: Response, shared: SharedResponse) => Promise<void>;

export const sendShared: SendShared = async (req, res, { content, type, version, headers }) => {
  res.set({ ...headers, ETag: `"${version}"` });
  if (req.fresh) {
    res.status(304).end();
    return;
  }
  res.type(type).set("Content-Length", String(content.length));
  if (req.method === "HEAD") res.end();
  else if (content.length <= PIECE_BYTES) res.end(content);
  else {
    try {
      await pipeline(Readable.from(piecesOf(content)), res);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
    }
  }
};

function* piecesOf(content: Buffer): Generator<Buffer> {
  for (let start = 0; start < content.length; start += PIECE_BYTES) {
    yield content.subarray(start, start + PIECE_BYTES);
  }
}
