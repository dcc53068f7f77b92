import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { ReceiverOptions } from "./check-options";
import { CannotCheck, isLoopback } from "./deployment";

/** A request from the deployment to the receiver. */
export interface Received {
  headers: IncomingMessage["headers"];
  body: Buffer;
  /** The receiver's response. */
  status: number;
  /** Time of receipt by this machine's clock, in milliseconds. */
  at: number;
}

/** Receives the deployment's webhooks. */
export interface Receiver {
  /** The URL to register as an endpoint; paths below it are received as well. */
  url: string;
  /** The address that it listens at. */
  address: string;
  /** The received requests, in order. */
  requests: readonly Received[];
  /** Sets the status of all later responses. */
  answerWith(status: number): void;
  close(): Promise<void>;
}

/** The status that accepts a delivery. */
export const GOOD = 204;

async function listen(port: number, token: string) {
  const requests: Received[] = [];
  let status = GOOD;
  const server = createServer((incoming, outgoing) => {
    // A public address also gets unrelated requests: only those with the token are webhooks.
    const path = (incoming.url ?? "").split("?", 1)[0] ?? "";
    if (path.endsWith(`/${token}/reached`)) return void outgoing.writeHead(GOOD).end();
    if (incoming.method !== "POST" || !`${path}/`.includes(`/${token}/`))
      return void outgoing.writeHead(404).end();
    buffer(incoming).then(
      (body) => {
        requests.push({ headers: incoming.headers, body, status, at: Date.now() });
        outgoing.writeHead(status).end();
      },
      () => outgoing.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answerWith: (other: number) => void (status = other),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const NO_RECEIVER =
  "the deployment is not on this machine and cannot reach a receiver here: pass --receiver-url with a public " +
  "address that you forward to --receiver-port";

/** Returns whether a request to the public address reaches the receiver. */
async function isReached(url: string, timeoutMs: number): Promise<boolean> {
  const options = { method: "POST", signal: AbortSignal.timeout(timeoutMs) };
  return fetch(`${url}/reached`, options).then(
    ({ status }) => status === GOOD,
    () => false,
  );
}

/**
 * Opens a receiver that the deployment at `base` can reach; returns a sentence if there can be none. Throws
 * `CannotCheck` if the options do not work.
 */
export async function openReceiver(
  base: string,
  { url, port }: ReceiverOptions,
  timeoutMs: number,
): Promise<Receiver | string> {
  if (url === null && !isLoopback(base)) return NO_RECEIVER;
  const token = `contract-check-${randomBytes(8).toString("hex")}`;
  const server = await listen(port ?? 0, token).catch((error: NodeJS.ErrnoException) => {
    throw new CannotCheck(`the webhook receiver cannot listen on port ${port}: ${error.code}`);
  });
  const registered = `${(url ?? server.address).replace(/\/+$/, "")}/${token}`;
  if (url !== null && !(await isReached(registered, timeoutMs))) {
    await server.close();
    throw new CannotCheck(`--receiver-url: requests to ${url} do not arrive at ${server.address}`);
  }
  return { ...server, url: registered };
}
