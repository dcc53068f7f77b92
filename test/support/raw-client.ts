import { connect, type Socket } from "node:net";

/** A connection that sends just the bytes it is told, and reads only what it is asked to. */
export class RawClient {
  private readonly socket: Socket;
  private received = "";
  /** Resolves when the connection is over, whoever ended it. */
  readonly closed: Promise<void>;

  constructor(port: number) {
    this.socket = connect({ port, host: "127.0.0.1" });
    this.socket.pause();
    this.closed = new Promise((resolve) => this.socket.once("close", () => resolve()));
    // An attacked server may cut what it likes.
    this.socket.on("error", () => {});
  }

  send(bytes: string | Buffer): this {
    this.socket.write(bytes);
    return this;
  }

  /** Reads from now on. */
  read(): this {
    this.socket.on("data", (part: Buffer) => (this.received += part.toString("latin1"))).resume();
    return this;
  }

  get answer(): string {
    return this.received;
  }

  /** The statuses of the answers so far, in their order. */
  get statuses(): number[] {
    return [...this.received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  }

  end(): void {
    this.socket.destroy();
  }
}

/** Everything that a server answers to the bytes until it ends the connection. */
export async function exchange(port: number, bytes: string | Buffer): Promise<string> {
  const client = new RawClient(port).send(bytes).read();
  await client.closed;
  return client.answer;
}
