import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/**
 * Sends a CSV download at the pace of the client, and stops when the client disconnects. The file name may
 * contain only letters, digits, dots and hyphens.
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
    // The client disconnected, which is no error of the service.
    if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  }
}
