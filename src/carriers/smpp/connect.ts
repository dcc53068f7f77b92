import { connect as connectTcp, type Socket } from "node:net";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import { ConnectError } from "./session-errors";

/** Connect timeout including the TLS handshake, in milliseconds. */
const CONNECT_MS = 4_000;

export interface ConnectTo {
  host: string;
  port: number;
  tls: ConnectionOptions | null;
}

/** Connects; resolves after the TLS handshake if TLS is used. Rejects with `ConnectError`. */
export function connected({ host, port, tls }: ConnectTo, signal?: AbortSignal): Promise<Socket> {
  const socket = tls ? connectTls({ host, port, ...tls }) : connectTcp({ host, port });
  socket.setNoDelay(true);
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      socket.destroy();
      reject(new ConnectError(describe(error)));
    };
    const abort = () => fail(new Error("the attempt was aborted"));
    const timer = setTimeout(
      () => fail(new Error(`no connection within ${CONNECT_MS / 1_000} s`)),
      CONNECT_MS,
    );
    const close = () => fail(new Error("the connection was closed"));
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort, { once: true });
    // The error listener stays, because an unhandled error event would end the process.
    socket.on("error", fail);
    socket.once("close", close);
    socket.once(tls ? "secureConnect" : "connect", () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      socket.off("close", close);
      resolve(socket);
    });
    socket.once("close", () => clearTimeout(timer));
  });
}

export function describe(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return describe(error.errors[0]);
  if (!(error instanceof Error)) return "unknown";
  return error.message || ((error as NodeJS.ErrnoException).code ?? error.name);
}
