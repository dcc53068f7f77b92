import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Answer } from "./answer-check";

/** Why there is no whole answer; one word for each way, by which alike ones are found. */
export type NoAnswerKind = "silent" | "stalled" | "closed" | "cut" | "endless" | "unreachable";

/** What came of a request on the service's side, and how long it took: from its sending to the last byte. */
export type Taken =
  { answer: Answer; tookMs: number } | { answer: null; kind: NoAnswerKind; message: string; tookMs: number };

export interface AskedAs {
  method: string | undefined;
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

export interface Asker {
  /** Always resolves, within the deadline. */
  ask(base: URL, asked: AskedAs): Promise<Taken & { raw: IncomingMessage["headers"] }>;
  close(): void;
}

/** Bodies of this API are far smaller; more would be held in memory for a service that never ends. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Shorter than what servers and proxies commonly keep idle connections for: one that ends under a request looks like a fault. */
const IDLE_MS = 3_000;

const joined = (headers: IncomingMessage["headers"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );

const inSeconds = (ms: number) => `${Math.round(ms / 100) / 10} s`;

/** Asks deployments, each request under a deadline for the whole of its answer, body included. */
export function openAsker(timeoutMs: number): Asker {
  const agents = {
    "http:": new HttpAgent({ keepAlive: true, timeout: IDLE_MS }),
    "https:": new HttpsAgent({ keepAlive: true, timeout: IDLE_MS }),
  };

  const ask: Asker["ask"] = (base, { method, path, headers, body }) =>
    new Promise((resolve) => {
      const secure = base.protocol === "https:";
      const began = performance.now();
      const took = () => performance.now() - began;
      let response: IncomingMessage | null = null;
      const parts: Buffer[] = [];
      let bytes = 0;

      const fail = (kind: NoAnswerKind, message: string) => {
        resolve({ answer: null, kind, message, tookMs: took(), raw: {} });
        outgoing.destroy();
      };
      const begun = () => `${response?.statusCode} and ${bytes} bytes of its body came`;
      const broken = (error: NodeJS.ErrnoException) => {
        if (response !== null) {
          fail(
            "cut",
            `the connection ended in the middle of the answer after ${inSeconds(took())}: ${begun()}`,
          );
        } else if (error.code === "ECONNRESET" || error.code === "EPIPE") {
          fail("closed", `the connection ended without an answer after ${inSeconds(took())}`);
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
          response = incoming;
          incoming.on("data", (part: Buffer) => {
            parts.push(part);
            bytes += part.length;
            if (bytes > MOST_BYTES) fail("endless", `the body has more than ${MOST_BYTES} bytes`);
          });
          incoming.once("error", broken);
          incoming.once("end", () => {
            const { headers: raw, statusCode = 0 } = incoming;
            const answer = {
              status: statusCode,
              headers: joined(raw),
              body: Buffer.concat(parts).toString("utf8"),
            };
            resolve({ answer, tookMs: took(), raw });
          });
        },
      );
      const deadline = setTimeout(() => {
        if (response === null) fail("silent", `nothing came within ${inSeconds(timeoutMs)}`);
        else fail("stalled", `the answer did not end within ${inSeconds(timeoutMs)}: ${begun()}`);
      }, timeoutMs);
      outgoing.on("error", broken);
      outgoing.once("close", () => clearTimeout(deadline));
      outgoing.end(body);
    });

  return {
    ask,
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}
