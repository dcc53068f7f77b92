import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { components } from "../../generated/schema";

type Event = components["schemas"]["MessageUpdateEvent"];

/** A webhook server that checks every signature and stores repeated events once. */
export interface EventCollector {
  url: string;
  events: ReadonlyMap<string, Event>;
  /** Sets the secret that signs further requests. */
  trust(secret: string): void;
  /** Returns the number of requests with a wrong signature. */
  forged(): number;
  /** Returns the received sequence numbers by message, sorted. */
  sequences(): Map<string, number[]>;
  close(): Promise<unknown>;
}

export async function eventCollector(): Promise<EventCollector> {
  const events = new Map<string, Event>();
  let secret = "";
  let forged = 0;
  const server: Server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const [, time = "", given = ""] =
        /^t=(\d+),v1=([0-9a-f]+)/.exec(String(req.headers["x-service-signature"])) ?? [];
      const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
      if (createHmac("sha256", key).update(`${time}.${body}`).digest("hex") !== given) forged += 1;
      for (const event of JSON.parse(body) as Event[]) events.set(event.id, event);
      res.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    events,
    trust: (value) => void (secret = value),
    forged: () => forged,
    sequences() {
      const sequences = new Map<string, number[]>();
      for (const { data } of events.values()) {
        const known = sequences.get(data.message_id);
        if (known) known.push(data.sequence);
        else sequences.set(data.message_id, [data.sequence]);
      }
      for (const numbers of sequences.values()) numbers.sort((a, b) => a - b);
      return sequences;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
