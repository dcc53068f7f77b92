import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A request of the deployment to its receiver. */
export interface Received {
  headers: IncomingMessage["headers"];
  body: Buffer;
  /** When it came, by this machine's clock, in milliseconds. */
  at: number;
}

/** Takes what the deployment posts to its webhook endpoints, and answers 204. */
export interface Receiver {
  /** What is registered as the endpoint. */
  url: string;
  /** What came, in order. */
  requests: readonly Received[];
  close(): Promise<void>;
}

/** `url` is where a deployment elsewhere reaches `port` on the loopback address; null: it is on this machine itself. */
export async function openReceiver(url: string | null, port: number | null): Promise<Receiver> {
  const requests: Received[] = [];
  const server = createServer((incoming, outgoing) => {
    buffer(incoming).then(
      (body) => {
        requests.push({ headers: incoming.headers, body, at: Date.now() });
        outgoing.writeHead(204).end();
      },
      () => outgoing.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port ?? 0, "127.0.0.1", resolve);
  });
  return {
    url: url?.replace(/\/+$/, "") ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
