import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Server as NetServer } from "node:net";

/**
 * Makes the server listen on the loopback address and returns the port. `port` 0 takes a free port. Throws if
 * the port is taken.
 */
export async function listenOn(server: NetServer, port = 0): Promise<number> {
  await once(server.listen(port, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

/** Serves on the loopback address. `port` 0 takes a free port. Throws if the port is taken. */
export async function serve(
  listener: RequestListener,
  port = 0,
): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer(listener);
  return { origin: `http://127.0.0.1:${await listenOn(server, port)}`, close: () => closeServer(server) };
}

/** Stops the server and closes its connections. A stopped server stays stopped. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((done) => server.close(done));
  server.closeAllConnections();
  await closed;
}
