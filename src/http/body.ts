import { isUtf8 } from "node:buffer";
import { raw, type Request, type Response } from "express";
import { payloadTooLarge, unsupportedMediaType } from "../platform/problem";
import { invalidBody, refuseBrokenText, refuseOvergrown } from "./body-shape";
import { TaskScheduler } from "./task-scheduler";
import { type AccountConcurrency, acquireUntilClosed } from "./account-concurrency";

export const MAX_BODY_BYTES = 2 * 1024 * 1024;

/**
 * Maximum size of a body that needs no permit of `AccountConcurrency.bodyBytes`, in bytes. The limit of
 * concurrent requests bounds the memory for these bodies.
 */
const SMALL_BODY_BYTES = 16 * 1024;

// Escapes of NUL and surrogates. The databases cannot store NUL or half of a surrogate pair.
const SUSPICIOUS_ESCAPE = /\\u(0000|d[89a-f])/i;

const readBytes = raw({ limit: MAX_BODY_BYTES, type: () => true });

/** Maximum size of a body that is read to find out whether it is empty, in bytes. */
const MAX_EMPTY_BYTES = 1024;

const readShortBytes = raw({ limit: MAX_EMPTY_BYTES, type: () => true });

/** Bodies without content. Client libraries send them for operations that take no body. */
const EMPTY_BODY = /^\s*(?:\{\s*\}|\[\s*\]|null)?\s*$/;

const decoder = new TextDecoder();

/**
 * Scheduler that parses or handles one large body per turn of the event loop, even if many arrive at once.
 */
const turns = new TaskScheduler();

const lengthOf = ({ headers }: Request) => Number(headers["content-length"] ?? 0);
const isChunked = ({ headers }: Request) => headers["transfer-encoding"] !== undefined;

/** Returns the body's `Content-Length`, or the maximum size if the body is chunked or compressed. */
function expectedBytes(req: Request): number {
  const isPlain = !isChunked(req) && (req.headers["content-encoding"] ?? "identity") === "identity";
  return isPlain ? lengthOf(req) : MAX_BODY_BYTES;
}

interface ReadBody {
  /** Size of the decoded body, which differs from `Content-Length` if the body is compressed or chunked. */
  bytes: number;
  /** Releases the body's slot in `largeRequests`. */
  release(): void;
}

const NO_BODY: ReadBody = Object.freeze({ bytes: 0, release() {} });

/**
 * Reads the JSON body into `req.body` when the account's limits allow it. Removes the parameters of the
 * content type, because the validator's schema cache has no limit and one entry per content type.
 */
export async function readBody(
  req: Request,
  res: Response,
  concurrency: AccountConcurrency,
): Promise<ReadBody> {
  const length = lengthOf(req);
  if (length > MAX_BODY_BYTES) throw tooLarge();
  const hasBody = length > 0 || isChunked(req);
  const [type = "", ...parameters] = (req.headers["content-type"] ?? "").split(";");
  if (!hasBody) {
    req.headers["content-type"] = "application/json";
    req.body = undefined;
    return NO_BODY;
  }
  if (type.trim().toLowerCase() !== "application/json") {
    throw unsupportedMediaType("The body must be sent as application/json");
  }
  const charset = parameters
    .map((p) => /^\s*charset\s*=\s*"?([^"\s]*)/i.exec(p)?.[1])
    .find((c) => c !== undefined);
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw unsupportedMediaType("The body must be UTF-8");
  }
  req.headers["content-type"] = "application/json";
  const expected = expectedBytes(req);
  const accountId = String(res.locals.accountId);
  const held =
    expected > SMALL_BODY_BYTES
      ? await acquireUntilClosed(concurrency.bodyBytes, accountId, expected, res)
      : null;
  await new Promise<void>((resolve, reject) => {
    readBytes(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(bodyProblem(error))));
  });
  const bytes: unknown = req.body;
  if (!Buffer.isBuffer(bytes)) return NO_BODY;
  held?.reduceTo(bytes.length);
  if (bytes.length <= SMALL_BODY_BYTES) {
    req.body = parsed(bytes);
    return { ...NO_BODY, bytes: bytes.length };
  }
  const permit = await acquireUntilClosed(concurrency.largeRequests, accountId, 1, res);
  await turns.turn();
  req.body = parsed(bytes);
  await turns.turn();
  return { bytes: bytes.length, release: permit.release };
}

/**
 * Throws 400 if an operation that takes no body gets a body with content, which would otherwise be ignored.
 * The content type of an empty body is irrelevant.
 */
export async function refuseBody(req: Request, res: Response): Promise<void> {
  const length = lengthOf(req);
  if (length === 0 && !isChunked(req)) return;
  if (length > MAX_EMPTY_BYTES) throw unexpectedBody();
  await new Promise<void>((resolve, reject) => {
    readShortBytes(req, res, (error?: unknown) =>
      error === undefined ? resolve() : reject(unexpectedBody()),
    );
  });
  const bytes: unknown = req.body;
  req.body = undefined;
  // Without bytes, the client closed its side while its key was checked, and the body was not read.
  if (!Buffer.isBuffer(bytes) || !EMPTY_BODY.test(decoder.decode(bytes))) throw unexpectedBody();
}

const unexpectedBody = () => invalidBody("must be empty, because this operation takes no body");

function parsed(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw invalidBody("is not valid UTF-8");
  refuseOvergrown(bytes);
  const text = decoder.decode(bytes);
  const body = jsonOf(text);
  if (SUSPICIOUS_ESCAPE.test(text)) refuseBrokenText(body);
  return body;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody("is not valid JSON");
  }
}

const tooLarge = () => payloadTooLarge(`The body is larger than ${MAX_BODY_BYTES} bytes`);

function bodyProblem(error: unknown): unknown {
  const type = (error as { type?: string } | null)?.type;
  switch (type) {
    case "entity.too.large":
      return tooLarge();
    case "encoding.unsupported":
      return unsupportedMediaType("The Content-Encoding must be gzip, deflate or br, or absent");
    case "request.aborted":
    case "request.size.invalid":
      return invalidBody("ended before its Content-Length");
    default:
      return (error as { status?: number } | null)?.status === 400 ? invalidBody("cannot be read") : error;
  }
}
