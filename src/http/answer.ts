import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Response } from "express";
import { TaskScheduler } from "./task-scheduler";

/** What a handler answers, whatever the operation. */
export interface Reply {
  status: number;
  body?: unknown;
  headers?: Readonly<Record<string, string | number | boolean | undefined>>;
}

/** A list that is read while it is written. */
interface StreamedBody {
  data: AsyncIterable<unknown>;
}

/** Characters that are written at a time; what is shorter is an answer with a length, like any other. */
const CHUNK = 64 * 1024;

/** Many clients may take what they were sent at the same moment: what comes next is made for one a turn. */
const turns = new TaskScheduler();

/** Writes a reply. `whole` collects streamed lists first, for checks that want to see all of an answer. */
export async function answer(res: Response, reply: Reply, { whole }: { whole: boolean }): Promise<void> {
  const { status, headers = {}, body } = reply;
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
    // What fails before the first chunk is there can still be answered with a problem.
    const chunks = chunksOf(body);
    const first = await chunks.next();
    prepare();
    res.type("json");
    if (first.done) res.send(first.value);
    else await stream(res, first.value, chunks);
  }
}

/** As Express's own, which looks at much more before it writes the same. */
function sendJson(res: Response, body: unknown): void {
  const text = JSON.stringify(body);
  res.setHeader("Content-Type", "application/json; charset=utf-8");
  res.setHeader("Content-Length", Buffer.byteLength(text));
  res.end(text);
}

function isStreamed(body: unknown): body is StreamedBody {
  const data: unknown = (body as { data?: unknown } | undefined)?.data;
  return typeof data === "object" && data !== null && Symbol.asyncIterator in data;
}

async function collected(data: AsyncIterable<unknown>): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of data) items.push(item);
  return items;
}

/** The JSON of a body, list entry by list entry; the end is returned, so that a short one is known to be whole. */
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

/** Writes no faster than the client reads, and stops when it goes away. */
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
