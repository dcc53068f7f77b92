import { type Request, type Response, Router } from "express";
import type { DeliveryReportSink, InboundSink } from "../../carriers/carrier";
import type { CallbackHead, CallbackReader } from "../../carriers/kind";
import { acquireUntilClosed } from "../../http/account-concurrency";
import { receiveBody, tooLarge } from "../../http/receive-body";
import { UnauthenticatedBodies } from "../../http/unauthenticated-bodies";
import { FairSemaphore } from "../../platform/concurrency/fair-semaphore";
import type { Platform } from "../../platform/platform";
import { notFound, Problem, serviceUnavailable, unsupportedMediaType } from "../../platform/problem";

interface CallbackDeps extends Pick<Platform, "log" | "metrics"> {
  /** Base of the callback URLs registered with carriers, without a trailing slash. */
  publicUrl: string;
  /** Returns the reader of a connection's callbacks; null if it is unknown or has no callbacks. */
  callbacksOf(carrier: string): Promise<CallbackReader | null>;
  reportsFrom(carrier: string): DeliveryReportSink;
  inboundFrom(carrier: string): InboundSink;
}

const MIB = 1_024 * 1_024;
/** Maximum bytes of authenticated callbacks' bodies in memory, in total and per carrier connection. */
const AUTHENTICATED = { total: 64 * MIB, perGroup: 48 * MIB };
/** Maximum time that an authenticated callback waits until its body fits in `AUTHENTICATED`, in ms. */
const WAIT_MS = 10_000;
/**
 * Limits of callbacks that only a signature of the body authenticates. The limits are separate, so that
 * unknown senders cannot exhaust the memory of authenticated callbacks. Genuine callbacks have 1 to 4 KiB and
 * arrive without delays.
 */
const UNAUTHENTICATED = { count: 256, bytes: 8 * MIB, withinMs: 5_000 };

/**
 * Maximum size of a rejected body that the service still reads and discards, so that the sender can read the
 * response. With a larger body, the connection is closed.
 */
const MAX_DISCARDED_BYTES = 64 * 1_024;

/** Format of a carrier connection's token, `Connection.token`. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * Returns the router of `/carriers/<connection>/…`, which receives the carriers' callbacks. It checks URL and
 * headers before it reads the body. The response is 2xx only after reports and inbound messages are stored,
 * because carriers repeat a callback after any other status.
 */
export function callbacksRouter(deps: CallbackDeps): Router {
  const { log, metrics } = deps;
  const router = Router({ caseSensitive: true });
  const authenticated = new FairSemaphore({
    ...AUTHENTICATED,
    waitMs: WAIT_MS,
    refusal: () => serviceUnavailable("Too many callbacks are in flight"),
  });
  const unauthenticated = new UnauthenticatedBodies(UNAUTHENTICATED);
  const count = (carrier: string, outcome: "stored" | "refused" | "failed") =>
    metrics.callbacks.inc({ carrier, outcome });

  async function bodyOf(callbacks: CallbackReader, head: CallbackHead, name: string, res: Response) {
    const { req } = res;
    const { isAuthenticated, maxBodyBytes } = callbacks.admit(head);
    rejectUnreadable(req, maxBodyBytes);
    if (!isAuthenticated) return unauthenticated.receive(req, maxBodyBytes);
    const weight = Math.min(expectedBytes(req), maxBodyBytes);
    const permit = await acquireUntilClosed(authenticated, name, weight, res);
    const body = await receiveBody(req, maxBodyBytes);
    permit.reduceTo(body.length);
    return body;
  }

  router.all("/carriers/:name{/*rest}", async (req, res) => {
    const name = String(req.params.name);
    res.locals.route = "/carriers/{name}";
    const callbacks = await deps.callbacksOf(name);
    if (callbacks === null) throw notFound("This route");
    try {
      const head = headOf(req, deps.publicUrl);
      const body = await bodyOf(callbacks, head, name, res);
      const { reports, inbound, response, failure } = await callbacks.read({ ...head, body });
      if (reports.length > 0) await deps.reportsFrom(name)(reports);
      if (inbound.length > 0) await deps.inboundFrom(name)(inbound);
      if (failure) throw failure;
      count(name, "stored");
      if (response?.contentType) res.type(response.contentType);
      res.status(response?.status ?? 204).send(response?.body);
    } catch (error) {
      const refused = error instanceof Problem && error.status < 500;
      count(name, refused ? "refused" : "failed");
      if (refused) {
        log.warn({ carrier: name, status: error.status, reason: error.message }, "rejected a callback");
      }
      if (!req.complete && expectedBytes(req) > MAX_DISCARDED_BYTES) res.setHeader("Connection", "close");
      throw error;
    }
  });
  return router;
}

/** Returns the announced size of a request's body in bytes; Infinity for a chunked body, which has none. */
function expectedBytes({ headers }: Request): number {
  if (headers["transfer-encoding"] !== undefined) return Infinity;
  return Number(headers["content-length"] ?? 0);
}

/**
 * Throws for a body with a content encoding, or with an announced size over the limit. No carrier encodes
 * bodies, and decoding could produce a much larger body.
 */
function rejectUnreadable({ headers }: Request, maxBodyBytes: number): void {
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== "identity") {
    throw unsupportedMediaType("The body must be sent without Content-Encoding");
  }
  if (Number(headers["content-length"] ?? 0) > maxBodyBytes) throw tooLarge(maxBodyBytes);
}

/** Converts an Express request to the head that carrier readers use, which is independent of Express. */
function headOf(req: Request, publicUrl: string): CallbackHead {
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
    headers: Object.fromEntries(headers) as CallbackHead["headers"],
  };
}
