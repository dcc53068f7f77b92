import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { ServiceResponse } from "./response-check";

/** Reason for a missing or incomplete response. Reports group faults by this reason. */
export type NoResponseKind = "silent" | "stalled" | "closed" | "cut" | "endless" | "unreachable";

/** Outcome of a request. `tookMs` is the time from sending the request to the last byte of the response. */
export type Outcome =
  | { response: ServiceResponse; tookMs: number }
  | { response: null; kind: NoResponseKind; message: string; tookMs: number };

export interface OutgoingRequest {
  method: string | undefined;
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

export interface Requester {
  /** Sends a request. Always resolves, at the latest after the timeout. */
  send(base: URL, outgoing: OutgoingRequest): Promise<Outcome & { raw: IncomingMessage["headers"] }>;
  close(): void;
}

/** Maximum size of a response body, which protects memory. Bodies of this API are far smaller. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Idle timeout, shorter than that of servers: a connection closed by a server would look like a fault. */
const IDLE_MS = 3_000;

const joined = (headers: IncomingMessage["headers"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );

const inSeconds = (ms: number) => `${Math.round(ms / 100) / 10} s`;

/** Opens an HTTP client whose timeout covers the whole response, including the body. */
export function openRequester(timeoutMs: number): Requester {
  const agents = {
    "http:": new HttpAgent({ keepAlive: true, timeout: IDLE_MS }),
    "https:": new HttpsAgent({ keepAlive: true, timeout: IDLE_MS }),
  };

  const send: Requester["send"] = (base, { method, path, headers, body }) =>
    new Promise((resolve) => {
      const secure = base.protocol === "https:";
      const began = performance.now();
      const took = () => performance.now() - began;
      let received: IncomingMessage | null = null;
      const parts: Buffer[] = [];
      let bytes = 0;

      const fail = (kind: NoResponseKind, message: string) => {
        resolve({ response: null, kind, message, tookMs: took(), raw: {} });
        outgoing.destroy();
      };
      const begun = () => `${received?.statusCode} and ${bytes} bytes of its body came`;
      const broken = (error: NodeJS.ErrnoException) => {
        if (received !== null) {
          fail(
            "cut",
            `the connection ended in the middle of the response after ${inSeconds(took())}: ${begun()}`,
          );
        } else if (error.code === "ECONNRESET" || error.code === "EPIPE") {
          fail("closed", `the connection ended without a response after ${inSeconds(took())}`);
        } else fail("unreachable", error.code ?? error.message);
      };

      const outgoing = (secure ? httpsRequest : httpRequest)(
        {
          protocol: base.protocol,
          hostname: base.hostname.replace(/^\[(.*)\]$/, "$1"),
          port: base.port,
          path: base.pathname.replace(/\/$/, "") + path,
          method,
          headers: { ...headers, "accept-encoding": "identity" },
          agent: agents[secure ? "https:" : "http:"],
        },
        (incoming) => {
          received = incoming;
          incoming.on("data", (part: Buffer) => {
            parts.push(part);
            bytes += part.length;
            if (bytes > MAX_BYTES) fail("endless", `the body has more than ${MAX_BYTES} bytes`);
          });
          incoming.once("error", broken);
          incoming.once("end", () => {
            const { headers: raw, statusCode = 0 } = incoming;
            const response = {
              status: statusCode,
              headers: joined(raw),
              body: Buffer.concat(parts).toString("utf8"),
            };
            resolve({ response, tookMs: took(), raw });
          });
        },
      );
      const deadline = setTimeout(() => {
        if (received === null) fail("silent", `nothing came within ${inSeconds(timeoutMs)}`);
        else fail("stalled", `the response did not end within ${inSeconds(timeoutMs)}: ${begun()}`);
      }, timeoutMs);
      outgoing.on("error", broken);
      outgoing.once("close", () => clearTimeout(deadline));
      outgoing.end(body);
    });

  return {
    send,
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}
