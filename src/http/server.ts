import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Socket } from "node:net";
import type { IdMaker } from "../ids";
import { Problem } from "../problem";
import { envelope } from "./envelope";

/** Requests that Node's parser refuses never reach Express: they get the same envelope, written by hand. */
export function httpServer(listener: RequestListener, ids: IdMaker): Server {
  /** Headers and body of a refusal. The connection ends: what else it holds may be no request. */
  const refusal = (status: number, message: string) => {
    const requestId = ids.next();
    const body = JSON.stringify(envelope(new Problem(status, "validation_failed", message), requestId));
    const headers = {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": String(Buffer.byteLength(body)),
      "X-Request-Id": requestId,
      Connection: "close",
    };
    return { headers, body };
  };
  const refuse = (res: ServerResponse, status: number, message: string) => {
    const { headers, body } = refusal(status, message);
    res.writeHead(status, headers).end(body);
  };

  const options = {
    // An upload may take as long as its URL lives.
    requestTimeout: 15 * 60_000,
    headersTimeout: 30_000,
    // Node would refuse with an empty answer.
    requireHostHeader: false,
  };
  const server = createServer(options, (req: IncomingMessage, res: ServerResponse) => {
    if (req.headers.host === undefined && req.httpVersion === "1.1") {
      refuse(res, 400, "The request has no Host header");
    } else listener(req, res);
  });
  server.keepAliveTimeout = 65_000; // longer than the idle timeout of common load balancers (60 s)
  server.on("checkExpectation", (_req: IncomingMessage, res: ServerResponse) =>
    refuse(res, 417, "The only expectation that can be met is: Expect: 100-continue"),
  );
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const overflow = error.code === "HPE_HEADER_OVERFLOW";
    const status = overflow ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
    const { headers, body } = refusal(
      status,
      overflow ? "The request's headers are larger than 16 KiB" : "The request is not readable as HTTP",
    );
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
  });
  return server;
}

/** Stops taking connections, lets requests under way finish, and resolves when the last is answered. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await closed;
}
