import { randomInt } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { Client } from "pg";

export interface TransactionPooler {
  url: string;
  /** Number of messages of the server while no client used the session. PgBouncer logs each as a warning. */
  unlinked(): number;
  close(): Promise<void>;
}

/** Starts a pooler in transaction mode with one server session, which its clients take in turns. */
export async function transactionPooler(url: string): Promise<TransactionPooler> {
  const session = new Client({ connectionString: url });
  session.on("error", () => {});
  await session.connect();
  const { stream: server } = (session as unknown as { connection: { stream: Socket } }).connection;
  server.removeAllListeners("data");

  let unlinked = 0;
  let linked: Socket | null = null;
  const waiting: { client: Socket; request: Buffer }[] = [];
  const sockets = new Set<Socket>();
  const link = () => {
    if (linked !== null) return;
    const next = waiting.shift();
    if (next === undefined) return;
    linked = next.client;
    server.write(next.request);
  };
  server.on(
    "data",
    splitMessages((type, message) => {
      if (linked === null) unlinked++;
      else if (!linked.destroyed) linked.write(message);
      if (type !== "Z" || message[5] !== "I".charCodeAt(0)) return;
      linked = null;
      link();
    }),
  );
  const pooler = createServer((client) => {
    sockets.add(client);
    client.on("error", () => {});
    client.once("data", () => {
      client.write(welcome());
      let request: Buffer[] = [];
      client.on(
        "data",
        splitMessages((type, message) => {
          if (type === "X") return void client.end();
          request.push(message);
          if (type !== "Q" && type !== "S") return;
          const whole = Buffer.concat(request);
          request = [];
          if (linked === client) return void server.write(whole);
          waiting.push({ client, request: whole });
          link();
        }),
      );
    });
  });
  pooler.listen(0, "127.0.0.1");
  await once(pooler, "listening");
  const address = new URL(url);
  address.port = String((pooler.address() as AddressInfo).port);
  return {
    url: address.href,
    unlinked: () => unlinked,
    async close() {
      for (const socket of sockets) socket.destroy();
      pooler.close();
      server.destroy();
    },
  };
}

/** Accepts a client without a password, under a process id that is not the server's. */
function welcome(): Buffer {
  const [ok, key, ready] = [Buffer.alloc(9), Buffer.alloc(13), Buffer.from("Z\0\0\0\x05I", "latin1")];
  ok.write("R");
  ok.writeInt32BE(8, 1);
  key.write("K");
  key.writeInt32BE(12, 1);
  key.writeInt32BE(randomInt(2 ** 30, 2 ** 31 - 1), 5);
  return Buffer.concat([ok, key, ready]);
}

/** Returns a listener that splits a stream into messages of PostgreSQL's protocol. */
function splitMessages(onMessage: (type: string, message: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5) {
      const length = 1 + rest.readInt32BE(1);
      if (rest.length < length) return;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      onMessage(String.fromCharCode(message[0] ?? 0), message);
    }
  };
}
