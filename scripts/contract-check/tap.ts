import { Agent as HttpAgent, createServer, type IncomingMessage, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { AddressInfo } from "node:net";
import type { Answer } from "./judge";

/** Names the exchange, so that what the service answered is found again. */
export const EXCHANGE_HEADER = "x-contract-exchange";
/** Names the deployment that a request is for. */
export const TARGET_HEADER = "x-contract-target";

export interface Tap {
  /** What Prism takes for the service. */
  origin: string;
  /** What the service answered, once; null when the request never came this far; a text when no answer came. */
  take(exchange: string): Answer | string | null;
  /** Makes a deployment reachable under a name. `base` has the version prefix at its end. */
  route(target: string, base: string): void;
  close(): Promise<void>;
}

// Between two parties only; those of Prism end at the tap, those of the tap at the service.
const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "te",
  "trailer",
  "upgrade",
  "host",
]);

const forwarded = (headers: IncomingMessage["headers"]) =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !HOP_BY_HOP.has(name) && name !== EXCHANGE_HEADER && name !== TARGET_HEADER,
    ),
  );

const joined = (headers: IncomingMessage["headers"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/**
 * Stands between Prism and the service and keeps each answer as the service gave it. Prism writes its own: it answers
 * a 501 with a mock, parses and writes bodies anew, and drops headers.
 */
export async function openTap(timeoutMs: number): Promise<Tap> {
  const answers = new Map<string, Answer | string>();
  const bases = new Map<string, URL>();
  const agents = {
    "http:": new HttpAgent({ keepAlive: true }),
    "https:": new HttpsAgent({ keepAlive: true }),
  };

  async function ask(
    incoming: IncomingMessage,
  ): Promise<{ answer: Answer; raw: IncomingMessage["headers"] }> {
    const base = bases.get(String(incoming.headers[TARGET_HEADER]));
    if (!base) throw new Error("the request names no deployment");
    const body = await bytesOf(incoming);
    const path = base.pathname.replace(/\/$/, "") + (incoming.url ?? "");
    const secure = base.protocol === "https:";
    return new Promise((resolve, reject) => {
      const outgoing = (secure ? httpsRequest : httpRequest)(
        {
          protocol: base.protocol,
          hostname: base.hostname.replace(/^\[(.*)\]$/, "$1"),
          port: base.port,
          path,
          method: incoming.method,
          headers: { ...forwarded(incoming.headers), "accept-encoding": "identity" },
          agent: agents[secure ? "https:" : "http:"],
          timeout: timeoutMs,
        },
        (response) => {
          bytesOf(response).then((bytes) => {
            const { headers, statusCode = 0 } = response;
            const answer = { status: statusCode, headers: joined(headers), body: bytes.toString("utf8") };
            resolve({ answer, raw: headers });
          }, reject);
        },
      );
      outgoing.once("timeout", () => outgoing.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)));
      outgoing.once("error", reject);
      outgoing.end(body);
    });
  }

  const server = createServer((incoming, outgoing) => {
    const exchange = String(incoming.headers[EXCHANGE_HEADER]);
    ask(incoming).then(
      ({ answer, raw }) => {
        answers.set(exchange, answer);
        const { "transfer-encoding": _, connection: _connection, "keep-alive": _alive, ...headers } = raw;
        outgoing.writeHead(answer.status, headers).end(answer.body);
      },
      (error: unknown) => {
        answers.set(exchange, error instanceof Error ? error.message || String(error) : String(error));
        outgoing.writeHead(502).end();
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    take(exchange) {
      const answer = answers.get(exchange) ?? null;
      answers.delete(exchange);
      return answer;
    },
    route: (target, base) => void bases.set(target, new URL(base)),
    async close() {
      for (const agent of Object.values(agents)) agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
