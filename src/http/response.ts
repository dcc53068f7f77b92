import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Response } from "express";
import { TaskScheduler } from "./task-scheduler";

export interface ApiResponse {
  status: number;
  body?: unknown;
  headers?: Readonly<Record<string, string | number | boolean | undefined>>;
}

/** A list response whose entries are read while the response is written. */
interface StreamedBody {
  data: AsyncIterable<unknown>;
}

/** Characters per chunk. A shorter body is sent whole, with a Content-Length. */
const CHUNK = 64 * 1024;

/**
 * Scheduler that builds one chunk per turn of the event loop, even if many clients are ready for their next
 * chunk.
 */
const turns = new TaskScheduler();

/** Writes a response. `whole` collects streamed lists first, so that the whole response can be validated. */
export async function writeResponse(
  res: Response,
  response: ApiResponse,
  { whole }: { whole: boolean },
): Promise<void> {
  const { status, headers = {}, body } = response;
  const prepare = () => {
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) res.setHeader(name, String(value));
    }
    res.status(status);
  };
  if (!isStreamed(body)) {
    prepare();
    if (body === undefined) res.end();
    else if (whole) res.json(body);
    else sendJson(res, body);
  } else if (whole) {
    const data = await collected(body.data);
    prepare();
    res.json({ ...body, data });
  } else {
    // An error before the first chunk still becomes an error envelope, because no headers are sent yet.
    const chunks = chunksOf(body);
    const first = await chunks.next();
    prepare();
    res.type("json");
    if (first.done) res.send(first.value);
    else await stream(res, first.value, chunks);
  }
}

/** Sends the same response as Express's `res.json`, without its additional checks. */
function sendJson(res: Response, body: unknown): void {
  const text = JSON.stringify(body);
  res.setHeader("Content-Type", "application/json; charset=utf-8");
  res.setHeader("Content-Length", Buffer.byteLength(text));
  res.end(text);
}

export function isStreamed(body: unknown): body is StreamedBody {
  const data: unknown = (body as { data?: unknown } | undefined)?.data;
  return typeof data === "object" && data !== null && Symbol.asyncIterator in data;
}

async function collected(data: AsyncIterable<unknown>): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of data) items.push(item);
  return items;
}

/** Yields the JSON of a list response in chunks. The last chunk is the generator's return value. */
async function* chunksOf({ data, ...rest }: StreamedBody): AsyncGenerator<string, string> {
  let text = '{"data":[';
  let separator = "";
  for await (const item of data) {
    text += separator + JSON.stringify(item);
    separator = ",";
    if (text.length < CHUNK) continue;
    yield text;
    text = "";
  }
  const others = JSON.stringify(rest).slice(1);
  return `${text}]${others === "}" ? "" : ","}${others}`;
}

/** Writes the chunks at the pace of the client, and stops when the client disconnects. */
async function stream(res: Response, first: string, chunks: AsyncGenerator<string, string>): Promise<void> {
  if (res.req.method === "HEAD") {
    await chunks.return("");
    res.end();
    return;
  }
  try {
    await pipeline(Readable.from(asBytes(first, chunks)), res);
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  }
}

async function* asBytes(first: string, chunks: AsyncGenerator<string, string>): AsyncGenerator<Buffer> {
  yield Buffer.from(first);
  try {
    for (;;) {
      await turns.turn();
      const next = await chunks.next();
      yield Buffer.from(next.value);
      if (next.done) return;
    }
  } finally {
    await chunks.return("");
  }
}
