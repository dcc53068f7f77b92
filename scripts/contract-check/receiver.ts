import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener } from "node:http";
import { buffer } from "node:stream/consumers";
import { serve } from "../tools/listening";
import { isLoopback } from "./deployment";
import { UsageError } from "./run-errors";

export interface ReceiverOptions {
  /** URL that the deployment posts to; null for the loopback address of this machine. */
  url: string | null;
  /** Port on the loopback address; null for any free one. */
  port: number | null;
}

export interface Received {
  headers: IncomingMessage["headers"];
  body: Buffer;
  status: number;
  /** Time of receipt, in milliseconds since the epoch. */
  at: number;
}

export interface Receiver {
  /** URL to register as an endpoint. The receiver also accepts paths below this URL. */
  url: string;
  /** Local address on which the receiver listens. */
  address: string;
  requests: readonly Received[];
  respondWith(status: number): void;
  close(): Promise<void>;
}

/** Status with which the receiver accepts a webhook. */
export const GOOD = 204;

async function listen(port: number, token: string) {
  const requests: Received[] = [];
  let status = GOOD;
  const listener: RequestListener = (incoming, outgoing) => {
    // A public address also receives unrelated requests. Only paths with the token belong to this run.
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
  };
  const { origin: address, close } = await serve(listener, port);
  return { address, requests, respondWith: (other: number) => void (status = other), close };
}

const NO_RECEIVER =
  "the deployment is not on this machine and cannot reach a receiver here: pass --receiver-url with a public " +
  "address that you forward to --receiver-port";

async function isReached(url: string, timeoutMs: number): Promise<boolean> {
  const options = { method: "POST", signal: AbortSignal.timeout(timeoutMs) };
  return fetch(`${url}/reached`, options).then(
    ({ status }) => status === GOOD,
    () => false,
  );
}

/**
 * Opens a receiver that the deployment can reach, or returns the reason why there is none. Throws
 * `UsageError` if the port is taken or the public URL does not lead to the receiver.
 */
export async function openReceiver(
  base: string,
  { url, port }: ReceiverOptions,
  timeoutMs: number,
): Promise<Receiver | string> {
  if (url === null && !isLoopback(base)) return NO_RECEIVER;
  const token = `contract-check-${randomBytes(8).toString("hex")}`;
  const server = await listen(port ?? 0, token).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`the webhook receiver cannot listen on port ${port}: ${error.code}`);
  });
  const registered = `${(url ?? server.address).replace(/\/+$/, "")}/${token}`;
  if (url !== null && !(await isReached(registered, timeoutMs))) {
    await server.close();
    throw new UsageError(`--receiver-url: requests to ${url} do not arrive at ${server.address}`);
  }
  return { ...server, url: registered };
}
