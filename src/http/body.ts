import { isUtf8 } from "node:buffer";
import express, { type Request, type Response } from "express";
import { payloadTooLarge, unsupportedMediaType, validationFailed } from "../problem";
import { isWellFormedText } from "../text";

/** The largest request body, in bytes (2 MiB). */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;

// Text that JSON can carry but the databases cannot: NUL and lone surrogates, which arrive as escapes only.
const SUSPICIOUS_ESCAPE = /\\u(0000|d[89a-f])/i;

/** What is learnt of a body while it is parsed. */
interface BodyFacts {
  decodedBytes?: number;
  suspicious?: boolean;
}

const parse = express.json({
  limit: MAX_BODY_BYTES,
  strict: false,
  type: () => true,
  verify(req, _res, bytes) {
    if (!isUtf8(bytes)) throw validationFailed("The body is not valid UTF-8");
    const facts = req as Request & BodyFacts;
    facts.decodedBytes = bytes.length;
    facts.suspicious = bytes.includes("\\u") && SUSPICIOUS_ESCAPE.test(bytes.toString("latin1"));
  },
});

/**
 * Reads the JSON body and answers its size in bytes once it is decoded: neither chunks nor compression tell that
 * beforehand. The content type is brought to its plain form: the validator keeps what it compiles by
 * content type, parameters included, and a client must not be able to grow that without end.
 */
export async function readBody(req: Request, res: Response): Promise<number> {
  const length = Number(req.headers["content-length"] ?? 0);
  if (length > MAX_BODY_BYTES) throw tooLarge();
  const hasBody = length > 0 || req.headers["transfer-encoding"] !== undefined;
  const [type = "", ...parameters] = (req.headers["content-type"] ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/json") {
    if (hasBody || type !== "") throw unsupportedMediaType("The body must be sent as application/json");
    req.headers["content-type"] = "application/json";
    req.body = undefined;
    return 0;
  }
  const charset = parameters
    .map((p) => /^\s*charset\s*=\s*"?([^"\s]*)/i.exec(p)?.[1])
    .find((c) => c !== undefined);
  if (charset !== undefined && charset.toLowerCase() !== "utf-8") {
    throw unsupportedMediaType("The body must be UTF-8");
  }
  req.headers["content-type"] = "application/json";
  await new Promise<void>((resolve, reject) => {
    parse(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(bodyProblem(error))));
  });
  const { suspicious, decodedBytes = 0 } = req as Request & BodyFacts;
  if (suspicious) refuseBrokenText(req.body, "");
  return decodedBytes;
}

const tooLarge = () => payloadTooLarge(`The body is larger than ${MAX_BODY_BYTES} bytes`);

function bodyProblem(error: unknown): unknown {
  const type = (error as { type?: string } | null)?.type;
  switch (type) {
    case "entity.too.large":
      return tooLarge();
    case "entity.parse.failed":
      return validationFailed("The body is not valid JSON");
    case "encoding.unsupported":
      return unsupportedMediaType("The Content-Encoding must be gzip, deflate or br, or absent");
    case "request.aborted":
    case "request.size.invalid":
      return validationFailed("The body ended before its Content-Length");
    default:
      return (error as { status?: number } | null)?.status === 400
        ? validationFailed("The body cannot be read")
        : error;
  }
}

/** Throws 400 for the first text with NUL or half a surrogate pair, naming its field. */
function refuseBrokenText(value: unknown, field: string): void {
  if (typeof value === "string") {
    if (!isWellFormedText(value)) {
      throw validationFailed("The body holds text that is no well-formed Unicode", [
        { field: field || "body", message: "must be well-formed Unicode without NUL" },
      ]);
    }
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => refuseBrokenText(item, `${field}[${index}]`));
  } else if (value !== null && typeof value === "object") {
    for (const [name, item] of Object.entries(value)) {
      const path = field === "" ? name : `${field}.${name}`;
      refuseBrokenText(name, path);
      refuseBrokenText(item, path);
    }
  }
}
