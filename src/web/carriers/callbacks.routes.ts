import { raw, type Request, type Response, Router } from "express";
import type { DeliveryReportSink, InboundSink } from "../../carriers/carrier";
import type { Callback, ReadCallback } from "../../carriers/kind";
import { Shares } from "../../http/shares";
import type { Platform } from "../../platform/parts";
import {
  notFound,
  payloadTooLarge,
  Problem,
  serviceUnavailable,
  validationFailed,
} from "../../platform/problem";

export interface CallbackParts extends Pick<Platform, "log" | "metrics"> {
  /** Base of the URLs that carriers were given, without a slash at the end. */
  publicUrl: string;
  /** How callbacks of a connection are read; null where there is none that gets any. */
  readCallback(carrier: string): Promise<ReadCallback | null>;
  reportsFrom(carrier: string): DeliveryReportSink;
  inboundFrom(carrier: string): InboundSink;
}

const MIB = 1_024 * 1_024;
/** Of one callback: a file that a person sent, in base64, fits. */
const MAX_BODY_BYTES = 16 * MIB;
/** What is expected of a body that does not say, in bytes. */
const UNTOLD = 64 * 1_024;
/** What all callbacks together hold from their reading to their answer, and those of one carrier, in bytes. */
const BODIES = { all: 64 * MIB, perAccount: 48 * MIB };
/** How long a callback waits for its part of that, in milliseconds. */
const PATIENCE_MS = 10_000;

/** As `Connection.token` is made. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * `/carriers/<connection>/…`: what carriers post. A callback is believed once its kind has found its token or signature
 * right, and answered 2xx once all of it is stored; on anything else carriers post it again.
 */
export function callbacksRouter(parts: CallbackParts): Router {
  const { log, metrics } = parts;
  const router = Router({ caseSensitive: true });
  const bodies = new Shares({
    ...BODIES,
    patienceMs: PATIENCE_MS,
    refusal: () => serviceUnavailable("Too many callbacks are on their way at the moment"),
  });
  const count = (carrier: string, outcome: "stored" | "refused" | "failed") =>
    metrics.callbacks.inc({ carrier, outcome });

  router.all("/carriers/:name{/*rest}", async (req, res) => {
    const name = String(req.params.name);
    const read = await parts.readCallback(name);
    if (read === null) throw notFound("This route");
    await bodies.hold(name, Number(req.headers["content-length"] ?? UNTOLD), res);
    const body = await bodyOf(req, res);
    try {
      const { reports, inbound, answer } = await read(callbackOf(req, body, parts.publicUrl));
      if (reports.length > 0) await parts.reportsFrom(name)(reports);
      if (inbound.length > 0) await parts.inboundFrom(name)(inbound);
      count(name, "stored");
      if (answer?.contentType) res.type(answer.contentType);
      res.status(answer?.status ?? 204).send(answer?.body);
    } catch (error) {
      const refused = error instanceof Problem && error.status < 500;
      count(name, refused ? "refused" : "failed");
      if (refused) {
        log.warn({ carrier: name, status: error.status, reason: error.message }, "a callback was refused");
      }
      throw error;
    }
  });
  return router;
}

const readBytes = raw({ limit: MAX_BODY_BYTES, type: () => true });

async function bodyOf(req: Request, res: Response): Promise<Buffer> {
  await new Promise<void>((resolve, reject) => {
    readBytes(req, res, (error?: unknown) => {
      if (error === undefined) resolve();
      else if ((error as { type?: string }).type === "entity.too.large") {
        reject(payloadTooLarge(`The body is larger than ${MAX_BODY_BYTES} bytes`));
      } else reject(validationFailed("The body cannot be read"));
    });
  });
  return Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
}

/** The request as kinds of carriers know it, which know nothing of Express. */
function callbackOf(req: Request, body: Buffer, publicUrl: string): Callback {
  const [first, ...others] = ([] as string[]).concat(req.params.rest ?? []);
  const token = first !== undefined && TOKEN.test(first) ? first : null;
  const below = token === null ? [first, ...others] : others;
  const headers = Object.entries(req.headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value[0] : value,
  ]);
  return {
    method: req.method,
    path: `/${below.filter((part) => part !== undefined).join("/")}`,
    token,
    url: publicUrl + req.originalUrl,
    query: new URL(req.originalUrl, "http://localhost").searchParams,
    headers: Object.fromEntries(headers) as Callback["headers"],
    body,
  };
}
