import { createServer, type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { RequestListener } from "node:http";
import type { IdMaker } from "../ids";
import { Problem } from "../problem";
import { envelope } from "./envelope";

/** Requests that Node's parser refuses never reach Express: they get the same envelope, written by hand. */
export function httpServer(listener: RequestListener, ids: IdMaker): Server {
  // An upload may take as long as its URL lives.
  const server = createServer({ requestTimeout: 15 * 60_000, headersTimeout: 30_000 }, listener);
  server.keepAliveTimeout = 65_000; // longer than the idle timeout of common load balancers (60 s)
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const overflow = error.code === "HPE_HEADER_OVERFLOW";
    const status = overflow ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
    const message = overflow
      ? "The request's headers are larger than 16 KiB"
      : "The request is not readable as HTTP";
    const requestId = ids.next();
    const body = JSON.stringify(envelope(new Problem(status, "validation_failed", message), requestId));
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
  return server;
}

/** Stops taking connections, lets requests under way finish, and resolves when the last is answered. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await closed;
}
