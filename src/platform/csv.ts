import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/**
 * Answers GET and HEAD with a table to be saved, no faster than the client reads; stops when it goes away. The name of
 * the file has letters, digits, dots and hyphens only.
 */
export async function sendTable(
  req: IncomingMessage,
  res: ServerResponse,
  filename: string,
  pieces: () => AsyncIterable<string>,
): Promise<void> {
  res.setHeader("Content-Disposition", `attachment; filename=${filename}`);
  res.setHeader("Content-Type", "text/csv; charset=utf-8");
  res.setHeader("X-Content-Type-Options", "nosniff");
  res.setHeader("Cache-Control", "private, no-store");
  if (req.method === "HEAD") {
    res.end();
    return;
  }
  try {
    await pipeline(Readable.from(pieces(), { objectMode: true, highWaterMark: 1 }), res);
  } catch (error) {
    // Once headers are out, a failure can only be told by cutting the connection, which the pipeline does.
    if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  }
}
