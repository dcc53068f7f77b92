import { createServer, type IncomingMessage } from "node:http";
import { resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { Prism, type PrismViolation, readViolations } from "../../../scripts/contract-check/prism";
import { listening } from "../../support/listening";

export interface ValidatingProxy {
  /** URL of the proxy, which replaces the URL of the upstream server. */
  url: string;
  /** Forwarded requests with their statuses, such as `POST /reports 204`. */
  readonly exchanges: string[];
  readonly violations: PrismViolation[];
  stop(): Promise<void>;
}

const ROOT = resolve(__dirname, "../../..");

/** Starts a proxy that validates requests and responses against one of the project's documents with Prism. */
export async function validatingProxy(document: string, upstream: string): Promise<ValidatingProxy> {
  const prism = await Prism.start(upstream, resolve(ROOT, document));
  const exchanges: string[] = [];
  const violations: PrismViolation[] = [];
  const server = createServer((incoming, outgoing) => {
    void passOn(incoming, prism.origin).then(async (response) => {
      exchanges.push(`${incoming.method} ${incoming.url} ${response.status}`);
      violations.push(...readViolations(response.headers.get("sl-violations") ?? undefined));
      const type = response.headers.get("content-type");
      outgoing.writeHead(response.status, type === null ? {} : { "content-type": type });
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    });
  });
  const { url, stop } = await listening(server);
  return {
    url,
    exchanges,
    violations,
    async stop() {
      await stop();
      await prism.stop();
    },
  };
}

async function passOn(incoming: IncomingMessage, origin: string): Promise<Response> {
  const body = await buffer(incoming);
  const { authorization, "content-type": type } = incoming.headers;
  return fetch(origin + (incoming.url ?? "/"), {
    method: incoming.method,
    headers: { ...(authorization ? { authorization } : {}), ...(type ? { "content-type": type } : {}) },
    ...(body.length > 0 ? { body } : {}),
  });
}
