import { connect, type Socket } from "node:net";

/** A TCP connection that sends exactly the given bytes, and reads only after `read`. */
export class RawClient {
  private readonly socket: Socket;
  private received = "";
  /** Resolves once the connection is closed by either side. */
  readonly closed: Promise<void>;

  constructor(port: number) {
    this.socket = connect({ port, host: "127.0.0.1" });
    this.socket.pause();
    this.closed = new Promise((resolve) => this.socket.once("close", () => resolve()));
    // Ignores errors, because the server may reset the connection.
    this.socket.on("error", () => {});
  }

  send(bytes: string | Buffer): this {
    this.socket.write(bytes);
    return this;
  }

  read(): this {
    this.socket.on("data", (part: Buffer) => (this.received += part.toString("latin1"))).resume();
    return this;
  }

  get text(): string {
    return this.received;
  }

  get statuses(): number[] {
    return [...this.received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  }

  end(): void {
    this.socket.destroy();
  }
}

/** Sends bytes and returns everything that the server sends until it closes the connection. */
export async function exchange(port: number, bytes: string | Buffer): Promise<string> {
  const client = new RawClient(port).send(bytes).read();
  await client.closed;
  return client.text;
}
