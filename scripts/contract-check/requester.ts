import { isUtf8 } from "node:buffer";
import type { IncomingHttpHeaders } from "node:http";
import { Agent, type Dispatcher, request } from "undici";
import type { ServiceResponse } from "./exchange";

/** Reason for a missing or incomplete response. Reports group faults by this reason. */
type NoResponseKind = "silent" | "stalled" | "closed" | "cut" | "endless" | "unreachable";

/** Outcome of a request. `tookMs` is the time from sending the request to the last byte of the response. */
export type Outcome =
  | { response: ServiceResponse; tookMs: number }
  | { response: null; kind: NoResponseKind; message: string; tookMs: number };

interface OutgoingRequest {
  method: string;
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

interface Requester {
  /** Sends a request. Always resolves, at the latest after the timeout. */
  send(base: URL, outgoing: OutgoingRequest): Promise<Outcome & { raw: IncomingHttpHeaders }>;
  close(): Promise<void>;
}

/** Maximum size of a response body, which protects memory. Bodies of this API are far smaller. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Idle timeout, shorter than that of servers: a connection closed by a server would look like a fault. */
const IDLE_MS = 3_000;

const inSeconds = (ms: number) => `${Math.round(ms / 100) / 10} s`;

const CLOSED = ["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"];

/** Opens an HTTP client whose timeout covers the whole response, including the body. */
export function openRequester(timeoutMs: number): Requester {
  const dispatcher = new Agent({
    keepAliveTimeout: IDLE_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: timeoutMs },
  });

  async function send(base: URL, { method, path, headers, body }: OutgoingRequest) {
    const began = performance.now();
    const signal = AbortSignal.timeout(timeoutMs);
    let status: number | null = null;
    let bytes = 0;
    const fail = (kind: NoResponseKind, message: string) => {
      const begun = status === null ? "" : `: ${status} and ${bytes} bytes of its body came`;
      const tookMs = performance.now() - began;
      return { response: null, kind, message: message + begun, tookMs, raw: {} } as const;
    };
    try {
      const url = base.origin + base.pathname.replace(/\/$/, "") + path;
      const {
        statusCode,
        headers: raw,
        body: stream,
      } = await request(url, {
        dispatcher,
        signal,
        method: method as Dispatcher.HttpMethod,
        headers: { ...headers, "accept-encoding": "identity" },
        body: body.length === 0 ? null : body,
      });
      status = statusCode;
      const parts: Buffer[] = [];
      for await (const part of stream as AsyncIterable<Buffer>) {
        parts.push(part);
        bytes += part.length;
        if (bytes > MAX_BYTES)
          return fail("endless", `the service sent more than the permitted ${MAX_BYTES} bytes`);
      }
      const joined = Object.entries(raw).map(([name, value]) => [name, [value ?? ""].flat().join(", ")]);
      const whole = Buffer.concat(parts);
      const response = {
        status,
        headers: Object.fromEntries(joined) as Record<string, string>,
        body: whole.toString("utf8"),
        isUtf8: isUtf8(whole),
      };
      return { response, tookMs: performance.now() - began, raw };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const after = `after ${inSeconds(performance.now() - began)}`;
      if (signal.aborted && status === null)
        return fail("silent", `none arrived within ${inSeconds(timeoutMs)}`);
      if (signal.aborted) return fail("stalled", `the response did not end within ${inSeconds(timeoutMs)}`);
      if (status !== null) return fail("cut", `the connection ended in the middle of the response ${after}`);
      if (code !== undefined && CLOSED.includes(code))
        return fail("closed", `the connection ended without a response ${after}`);
      return fail("unreachable", code ?? message);
    }
  }

  return { send, close: () => dispatcher.destroy() };
}
