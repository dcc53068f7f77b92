import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";

/** An answer that is the same for everybody: its bytes are made once, and no connection has a copy of them. */
export interface SharedAnswer {
  content: Buffer;
  /** As Express knows it: an extension or a media type. */
  type: string;
  /** Of the content: what has it never changes its meaning. */
  version: string;
  headers: Readonly<Record<string, string>>;
}

/** What is handed to a connection at a time, in bytes: whether a client takes it shows after each. */
const PIECE_BYTES = 64 * 1024;

export type SendShared = (req: Request, res: Response, answer: SharedAnswer) => Promise<void>;

/** Answers GET and HEAD, and 304 to who has it already. */
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
