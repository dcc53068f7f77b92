import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * First port and number of ports. They are below Linux's ephemeral range, 32768 to 60999, from which the
 * system chooses the ports of outgoing connections and of `listen(0)`.
 */
const FIRST = 12_000;
const COUNT = 20_000;
let next = randomInt(COUNT);

/** Returns a free port of 127.0.0.1. Another process may take the port before it is used. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries += 1) {
    const port = FIRST + (next++ % COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error("no free port");
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(false);
      else reject(error);
    });
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
